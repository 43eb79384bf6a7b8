import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { $question } from '../confirm.store.ts';

/** Shows the question of `confirm`. Esc and the close button answer no. */
export function ConfirmDialog() {
  const question = useStore($question);
  // The closed dialog stays in the document with its last question: the browser returns the focus only then.
  const last = useRef(question);
  if (question) last.current = question;
  if (!last.current) return null;
  const { title, text, yes, no = 'Vazgeç', danger, answer } = last.current;
  return (
    <Dialog
      open={question !== undefined}
      title={title}
      onClose={() => answer(false)}
      foot={
        <>
          <Button kind="line" onClick={() => answer(false)}>
            {no}
          </Button>
          <Button kind={danger ? 'accent' : 'sea'} onClick={() => answer(true)}>
            {yes}
          </Button>
        </>
      }
    >
      {text && <p>{text}</p>}
    </Dialog>
  );
}
