import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { focusFirstError } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { alert } from '../../ui/icons.ts';
import { ErrorNote } from '../../ui/States.tsx';
import { ask } from '../confirm.store.ts';
import type { Form } from '../form.store.ts';

interface Props<V extends Record<string, unknown>> {
  form: Form<V>;
  /** Words of the button that saves: 'Güncelle', 'Blog Ekle'… */
  save: string;
  onSave: () => void;
  /** What 'Vazgeç' does beyond going back to what is saved: leaving the edit mode, say. Then it always stands there. */
  onCancel?: () => void;
  children: ReactNode;
  /** Pictures and details, right of the form. */
  aside?: ReactNode;
}

/**
 * A form with what belongs around it: the draft offered back, the reason of a failure, and one foot that becomes the
 * bar of unsaved changes as soon as there are any. Ctrl+S saves, Esc gives up (after asking).
 */
export function FormPage<V extends Record<string, unknown>>(props: Props<V>) {
  const { form, save, onSave, onCancel, children, aside } = props;
  const { refusals, failure, draft, busy } = useStore(form.$form);
  const dirty = useStore(form.$dirty);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals) focusFirstError(element.current);
  }, [refusals]);
  useEffect(() => () => form.close(), [form]);

  const giveUp = async () => {
    if (
      dirty &&
      !(await ask({ title: 'Değişikliklerden vazgeçilsin mi?', yes: 'Vazgeç', no: 'Düzenlemeye dön', danger: true }))
    )
      return;
    form.reset();
    onCancel?.();
  };
  useKeys({ save: onSave, giveUp: dirty && !busy ? giveUp : undefined });

  return (
    <form
      className="ed"
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div className="ed__main">
        {draft && <DraftOffer form={form} />}
        {failure && <ErrorNote text={failure} />}
        <section className="panel form">{children}</section>
      </div>
      {aside && <div className="ed__aside">{aside}</div>}
      <FormFoot form={form} save={save} onGiveUp={giveUp} cancellable={onCancel !== undefined} />
    </form>
  );
}

function DraftOffer<V extends Record<string, unknown>>({ form }: { form: Form<V> }) {
  return (
    <div className="note note--info" role="status">
      <Icon of={alert} />
      <p>Bu formun bu cihazda kaydedilmemiş bir taslağı var.</p>
      <div className="note__acts">
        <button type="button" className="link" onClick={form.takeDraft}>
          Taslağı getir
        </button>
        <button type="button" className="link" onClick={form.leaveDraft}>
          Taslağı sil
        </button>
      </div>
    </div>
  );
}

function FormFoot<V extends Record<string, unknown>>({
  form,
  save,
  onGiveUp,
  cancellable,
}: {
  form: Form<V>;
  save: string;
  onGiveUp: () => void;
  cancellable: boolean;
}) {
  const { busy, progress } = useStore(form.$form);
  const dirty = useStore(form.$dirty);
  return (
    <div className={dirty || busy ? 'unsaved on-dark' : 'form-foot'}>
      {busy ? (
        <UploadLine progress={progress} />
      ) : (
        dirty && (
          <p role="status">
            <Icon of={alert} />
            Kaydedilmemiş değişiklikler var
          </p>
        )
      )}
      {busy && progress !== undefined && (
        <Button kind="line" onClick={form.cancel}>
          Yüklemeyi durdur
        </Button>
      )}
      {!busy && (dirty || cancellable) && (
        <Button kind="line" onClick={onGiveUp}>
          Vazgeç
        </Button>
      )}
      <Button
        type="submit"
        kind={dirty || busy ? 'sea' : 'accent'}
        busy={busy}
        className={dirty || busy ? 'btn--q' : ''}
      >
        {save}
      </Button>
    </div>
  );
}

/** How much of the upload is on its way; from then on the server is busy with the pictures. */
function UploadLine({ progress }: { progress: number | undefined }) {
  if (progress === undefined) return <p role="status">Kaydediliyor…</p>;
  const percent = Math.round(progress * 100);
  return (
    <p role="status">
      <progress max={100} value={percent} aria-label="Yükleme" />
      {percent < 100 ? `%${percent} yüklendi` : 'Görseller işleniyor…'}
    </p>
  );
}

/** Ctrl+S (⌘S) saves; Esc gives up, unless it belongs to a dialog or an open menu. */
function useKeys({ save, giveUp }: { save: () => void; giveUp: (() => void) | undefined }): void {
  const latest = useRef({ save, giveUp });
  latest.current = { save, giveUp };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open], [popover="auto"]:popover-open') || event.defaultPrevented) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        latest.current.save();
      } else if (event.key === 'Escape' && latest.current.giveUp) {
        // The same key would close the question that opens now.
        event.preventDefault();
        latest.current.giveUp();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
