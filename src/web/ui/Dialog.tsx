import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './Icon.tsx';
import { close } from './icons.ts';

interface Props {
  open: boolean;
  /** Called on Esc, the close button and a click outside. */
  onClose: () => void;
  title: string;
  lead?: ReactNode;
  /** A class besides `dlg`. */
  className?: string;
  /** Buttons that stay visible below the content. */
  foot: ReactNode;
  children: ReactNode;
}

/** The browser's modal dialog, which keeps the focus inside and returns it. */
export function Dialog({ open, onClose, title, lead, className = '', foot, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
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
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="dlg__head">
        <div className="stack stack--tight">
          <h2 id={id}>{title}</h2>
          {lead && <p className="lead">{lead}</p>}
        </div>
        <button type="button" className="round" aria-label="Kapat" onClick={onClose}>
          <Icon of={close} />
        </button>
      </div>
      <div className="dlg__body">{children}</div>
      <div className="dlg__foot">{foot}</div>
    </dialog>
  );
}
