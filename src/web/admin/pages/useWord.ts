import { useStore } from '@nanostores/react';
import type { Field } from '../../../contract/contentFields.ts';
import { editor, readWord } from './editPage.store.ts';
import type { Path } from './labels.ts';
import { pathText } from './words.ts';

/** The props of a control: which field, and where in the document it stands. */
export interface WordProps {
  field: Field;
  path: Path;
}

/** The value, the error and the state of a field. */
export function useWord(path: Path) {
  const { problem, sending, preparing } = useStore(editor.form.$form);
  return { value: readWord(path), error: problem.fields[pathText(path)], sending, preparing };
}
