import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { EditForm } from '../../ui/editForm.ts';
import { useErrorFocus } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { confirmGiveUp } from '../leave.store.ts';
import { FormNote } from './FormNote.tsx';
import { alert } from './icons.ts';

/** An edit form, whatever its `submit` sends. */
type AnyForm<V> = Omit<EditForm<V>, 'submit'>;

interface Props<V extends Record<string, unknown>> {
  form: AnyForm<V>;
  /** Label of the button that saves: 'Güncelle', 'Blog Ekle'… */
  save: string;
  onSave: () => void;
  /** Leaves the edit mode after 'Vazgeç', which is always shown then. */
  onCancel?: () => void;
  children: ReactNode;
  /** Shown right of the form: pictures and details. */
  aside?: ReactNode;
  /** Shown left of the buttons, whether or not there are changes. */
  foot?: ReactNode;
  /** The children bring panels of their own. */
  hasPanels?: boolean;
}

/**
 * A form with its draft offered back, the reason of a failure, and a foot that becomes the bar of unsaved changes once
 * there are any. Ctrl+S saves, Esc resets after asking.
 */
export function FormPage<V extends Record<string, unknown>>(props: Props<V>) {
  const { form, save, onSave, onCancel, children, aside, foot, hasPanels } = props;
  const { rejections, problem, draft, sending } = useStore(form.$form);
  const dirty = useStore(form.$dirty);
  const element = useErrorFocus(rejections);
  useFocusWhileSent(element, sending);
  useEffect(() => () => form.close(), [form]);

  const giveUp = async () => {
    if (!(await confirmGiveUp(dirty))) return;
    form.reset();
    onCancel?.();
  };
  useKeys({ save: onSave, giveUp: dirty && !sending ? giveUp : undefined });

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
        <FormNote problem={problem} />
        {hasPanels ? children : <section className="panel form">{children}</section>}
      </div>
      {aside && <div className="ed__aside">{aside}</div>}
      <FormFoot form={form} save={save} onGiveUp={giveUp} cancellable={onCancel !== undefined}>
        {foot}
      </FormFoot>
    </form>
  );
}

function DraftOffer<V extends Record<string, unknown>>({ form }: { form: AnyForm<V> }) {
  return (
    <div className="note note--info" role="status">
      <Icon of={alert} />
      <p>Bu formun bu cihazda kaydedilmemiş bir taslağı var.</p>
      <div className="note__acts">
        <button type="button" className="link" onClick={form.restoreDraft}>
          Taslağı getir
        </button>
        <button type="button" className="link" onClick={form.discardDraft}>
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
  children,
}: {
  form: AnyForm<V>;
  save: string;
  onGiveUp: () => void;
  cancellable: boolean;
  children: ReactNode;
}) {
  const { sending, progress, preparing } = useStore(form.$form);
  const dirty = useStore(form.$dirty);
  return (
    <div className={dirty || sending ? 'unsaved on-dark' : 'form-foot'}>
      {(sending || dirty) && (
        <p role="status">
          {sending ? (
            <UploadLine preparing={preparing} progress={progress} />
          ) : (
            <>
              <Icon of={alert} />
              Kaydedilmemiş değişiklikler var
            </>
          )}
        </p>
      )}
      {!sending && children}
      {sending && (preparing > 0 || progress !== undefined) && (
        <Button kind="line" onClick={form.cancel}>
          Yüklemeyi durdur
        </Button>
      )}
      {!sending && (dirty || cancellable) && (
        <Button kind="line" onClick={onGiveUp}>
          Vazgeç
        </Button>
      )}
      <Button
        type="submit"
        kind={dirty || sending ? 'sea' : 'accent'}
        busy={sending}
        className={dirty || sending ? 'btn--q' : ''}
      >
        {save}
      </Button>
    </div>
  );
}

/** What saving waits for: pictures, the upload, then the server, which processes the pictures. */
function UploadLine({ preparing, progress }: { preparing: number; progress: number | undefined }) {
  if (preparing > 0)
    return (
      <>
        <progress aria-label="Görseller" />
        {preparing} görsel hazırlanıyor…
      </>
    );
  if (progress === undefined) return 'Kaydediliyor…';
  const percent = Math.round(progress * 100);
  return (
    <>
      <progress max={100} value={percent} aria-label="Yükleme" />
      {percent < 100 ? `%${percent} yüklendi` : 'Görseller işleniyor…'}
    </>
  );
}

/** Moves the focus from a control that is disabled while the form is sent to the button that saves, then back. */
function useFocusWhileSent(form: RefObject<HTMLFormElement | null>, sending: boolean): void {
  const left = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    const save = form.current?.querySelector<HTMLElement>('[type="submit"]');
    const active = document.activeElement;
    if (!sending && active === save) left.current?.focus({ preventScroll: true });
    left.current = sending ? (form.current?.querySelector<HTMLElement>(':focus:disabled') ?? undefined) : undefined;
    if (left.current) save?.focus({ preventScroll: true });
  }, [form, sending]);
}

/** Ctrl+S (⌘S) saves; Esc resets, unless a dialog or a menu is open. */
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
        // Esc would also close the question that opens now.
        event.preventDefault();
        latest.current.giveUp();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
