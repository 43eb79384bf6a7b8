import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { $answering, saveAnswer, stopAnswering } from './comments.store.ts';
import { readyAnswers } from './readyAnswers.ts';

/** Writes, changes or removes the practice's answer to a comment. */
export function AnswerDialog() {
  const comment = useStore($answering);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setText(comment?.answer ?? '');
    setProblem(undefined);
  }, [comment]);
  if (!comment) return null;
  const save = async (answer: string) => {
    setBusy(true);
    setProblem(await saveAnswer(comment, answer));
    setBusy(false);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim()) void save(text);
    else setProblem('Lütfen yanıtınızı yazın.');
  };
  return (
    <Dialog
      open
      title="Yoruma yanıt"
      onClose={stopAnswering}
      foot={
        <>
          {comment.answer && (
            <Button kind="line" disabled={busy} onClick={() => void save('')}>
              Yanıtı kaldır
            </Button>
          )}
          <Button type="submit" form="yoruma-yanit" busy={busy}>
            {comment.answer ? 'Güncelle' : 'Yanıtla'}
          </Button>
        </>
      }
    >
      <form className="form" id="yoruma-yanit" noValidate onSubmit={submit}>
        <blockquote className="said quiet">
          <b>{comment.name_surname}</b>
          <br />
          {comment.description}
        </blockquote>
        <fieldset className="ready">
          <legend>Hazır yanıtlar</legend>
          {readyAnswers.map(({ label, write }) => (
            <button type="button" className="link" key={label} onClick={() => setText(write(comment.name_surname))}>
              {label}
            </button>
          ))}
        </fieldset>
        <TextField
          label="Yanıtınız"
          hint="Yorumun altında, merkezin adıyla herkese görünür. Yorumu hesabıyla yazana bir e-posta gider."
          name="answer"
          rows={5}
          maxLength={2000}
          autoFocus
          value={text}
          error={problem}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
