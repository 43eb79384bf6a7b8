import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { AdminComment } from '../../../contract/comments.ts';
import { paths } from '../../adminPaths.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField, useErrorFocus } from '../../ui/Field.tsx';
import { markUnsaved } from '../../ui/unsaved.ts';
import { confirm } from '../confirm.store.ts';
import { confirmGiveUp } from '../leave.store.ts';
import { $templates, loadTemplates } from '../templates/templates.store.ts';
import { fillTemplate } from '../templates/templates.ts';
import { $answering, saveAnswer, stopAnswering } from './comments.store.ts';

/** Writes, changes or removes the practice's answer to a comment. */
export function AnswerDialog() {
  const comment = useStore($answering);
  useEffect(() => stopAnswering, []);
  return comment ? <Answer key={comment.id} comment={comment} /> : null;
}

function Answer({ comment }: { comment: AdminComment }) {
  const templates = useStore($templates);
  const [text, setText] = useState(comment.answer ?? '');
  const [opened] = useState(comment.answer);
  const [problem, setProblem] = useState<string>();
  const [rejections, setRejections] = useState(0);
  const form = useErrorFocus(rejections);
  const [busy, setBusy] = useState(false);
  const readyOnes = templates.state === 'loaded' ? templates.value.comments : [];
  const fill = (template: (typeof readyOnes)[number]) => fillTemplate(template, comment.name_surname);
  const dirty = text !== (comment.answer ?? '');
  const isOwn = dirty && text.trim() !== '' && !readyOnes.some((template) => fill(template) === text);
  useEffect(() => void loadTemplates(), []);
  useEffect(() => {
    markUnsaved('comment-answer', dirty);
    return () => markUnsaved('comment-answer', false);
  }, [dirty]);
  const close = async () => {
    if (await confirmGiveUp(dirty)) stopAnswering();
  };
  const show = (message: string | undefined) => {
    setProblem(message);
    if (message) setRejections((count) => count + 1);
  };
  const save = async (answer: string) => {
    setBusy(true);
    show(await saveAnswer(comment, answer));
    setBusy(false);
  };
  /** Puts a ready answer in place of the text, after asking where that is somebody's own words. */
  const take = async (ready: string) => {
    if (isOwn && !(await confirm({ title: 'Yazdığınız yanıtın yerine geçsin mi?', yes: 'Hazır yanıtı koy' }))) return;
    setText(ready);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim()) void save(text);
    else show('Lütfen yanıtınızı yazın.');
  };
  return (
    <Dialog
      title="Yoruma yanıt"
      onClose={() => void close()}
      closeLabel="Vazgeç"
      foot={
        <>
          {comment.answer && (
            <Button kind="line" disabled={busy} onClick={() => void save('')}>
              Yanıtı kaldır
            </Button>
          )}
          <Button type="submit" kind="accent" form="yoruma-yanit" busy={busy}>
            {comment.answer ? 'Güncelle' : 'Yanıtla'}
          </Button>
        </>
      }
    >
      <form className="form" id="yoruma-yanit" ref={form} noValidate onSubmit={submit}>
        <blockquote className="said quiet">
          <b>{comment.name_surname}</b>
          <br />
          {comment.description}
        </blockquote>
        <fieldset className="ready">
          <legend>Hazır yanıtlar</legend>
          {templates.state === 'failed' && templates.message}
          {readyOnes.map((template, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a template has no identity but its place
            <button type="button" className="link" key={index} onClick={() => void take(fill(template))}>
              {template.title}
            </button>
          ))}
          <a className="link quiet" href={paths.adminTemplates} target="_blank" rel="noopener">
            Düzenle<span className="sr"> (yeni sekmede hazır yanıtlar)</span>
          </a>
        </fieldset>
        <TextField
          label="Yanıtınız"
          hint="Yorumun altında, merkezin adıyla herkese görünür. Yorumu hesabıyla yazana bir e-posta gider."
          name="answer"
          rows={5}
          maxLength={2000}
          value={text}
          readOnly={busy}
          error={problem}
          onChange={(event) => setText(event.target.value)}
        />
        {comment.answer !== opened && (
          <p className="note note--warn" role="alert">
            {comment.answer ? `Bu arada kaydedilen yanıt: “${comment.answer}”` : 'Yanıt bu arada kaldırıldı.'}{' '}
            Kaydederseniz sizinki onun yerine geçer.
          </p>
        )}
      </form>
    </Dialog>
  );
}
