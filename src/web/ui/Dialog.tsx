import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { isBackdropClick } from './backdrop.ts';
import { Icon } from './Icon.tsx';
import { close } from './icons.ts';

interface Props {
  /** Left out where the dialog is in the page only while it is open. */
  open?: boolean;
  /** Called on Esc, the close button and a click outside. */
  onClose: () => void;
  title: string;
  lead?: ReactNode;
  /** A class besides `dlg`. */
  className?: string;
  /** The words of a button below the content that closes it. */
  closeLabel?: string;
  /** Further buttons that stay visible below the content. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The browser's modal dialog, which keeps the focus inside and returns it. */
export function Dialog({ open = true, onClose, title, lead, className = '', closeLabel, foot, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return dialog.current?.close();
    if (dialog.current?.open) return;
    dialog.current?.showModal();
    if (dialog.current) fieldToStart(dialog.current)?.focus();
  }, [open]);
  // The browser returns the focus to the opener only where the dialog closes before it leaves the page.
  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Esc, which the browser handles
    <dialog
      className={`dlg ${className}`}
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => isBackdropClick(event, dialog.current) && onClose()}
    >
      <div className="dlg__head">
        <div className="stack stack--tight">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {lead && <p className="lead">{lead}</p>}
        </div>
        <button type="button" className="round" aria-label="Kapat" onClick={onClose}>
          <Icon of={close} />
        </button>
      </div>
      <div className="dlg__body">{children}</div>
      <div className="dlg__foot">
        {closeLabel && (
          <Button kind="line" onClick={onClose}>
            {closeLabel}
          </Button>
        )}
        {foot}
      </div>
    </dialog>
  );
}

/** Where a dialog starts: at its `data-focus`, else where it begins with a field to type into, else at its title. */
function fieldToStart(dialog: HTMLElement): HTMLElement | null {
  const first = dialog.querySelector<HTMLElement>('.dlg__body :is(input:not([hidden]), select, textarea):enabled');
  const isTyped = first?.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])');
  return dialog.querySelector<HTMLElement>('[data-focus]') ?? (isTyped ? first : dialog.querySelector('h2'));
}
