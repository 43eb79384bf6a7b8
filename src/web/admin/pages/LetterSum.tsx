import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { measureTexts, sumSentence } from '../../../contract/contentText.ts';
import { formatNumber } from '../../../shared/format.ts';
import { editor, goTo, type Page } from './editPage.store.ts';
import { labelAt, readPath } from './labels.ts';

/** How long nobody types before the sum is read out. */
const restMs = 1000;

/** How much of the limit for all texts together is used; near the limit and beyond, also where the longest text is. */
export function LetterSum({ page: { fields }, max }: { page: Page; max: number }) {
  const { data } = useStore(editor.form.$form).values;
  const { letters, longest } = measureTexts(fields, data);
  const left = max - letters;
  const isNear = left <= max / 20;
  const sum = `Metin uzunluğu: ${formatNumber(letters)} / ${formatNumber(max)}`;
  const rest = isNear && left >= 0 ? `${sum}, ${formatNumber(left)} karakter kaldı` : sum;
  const said = left < 0 ? sumSentence(letters, max) : rest;
  const heard = useRested(isNear ? said : '');
  return (
    <div className="sum">
      <span className={left < 0 ? 'sum__over' : isNear ? 'sum__near' : undefined}>{rest}</span>
      {left < 0 && <span>{said}</span>}
      {isNear && (
        <span>
          En uzun metin:{' '}
          <button type="button" className="link" onClick={() => goTo(longest)}>
            {labelAt(fields, readPath(longest))}
          </button>
        </span>
      )}
      <span className="sr" role="status">
        {heard}
      </span>
    </div>
  );
}

/** `text` once it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
