import type { ButtonHTMLAttributes } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'sea' | 'accent' | 'line' | 'quiet';
  wide?: boolean;
  /** Shows `busyText` with a spinner and ignores clicks. */
  busy?: boolean;
  busyText?: string;
}

/** A button. `accent` is for the one primary action of a view. */
export function Button({
  kind = 'sea',
  wide,
  busy,
  busyText = 'Yükleniyor...',
  className = '',
  children,
  onClick,
  ...rest
}: Props) {
  const classes = ['btn', kind !== 'sea' && `btn--${kind}`, wide && 'btn--wide', className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? busyText : children}
    </button>
  );
}
