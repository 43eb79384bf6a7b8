import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { $question } from '../confirm.store.ts';

/** The question somebody asked with `ask`. Esc and the cross mean no. */
export function ConfirmDialog() {
  const question = useStore($question);
  // The dialog stays where it is when closed, words and all: only so does the browser give the focus back.
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
