import type { ButtonHTMLAttributes } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'sea' | 'accent' | 'line' | 'quiet';
  wide?: boolean;
  /** While true the button says 'Yükleniyor...', turns a wheel and takes no press. */
  busy?: boolean;
}

/** A pill. `accent` is for the one primary action of a view. */
export function Button({ kind = 'sea', wide, busy, className = '', children, onClick, ...rest }: Props) {
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
      {busy ? 'Yükleniyor...' : children}
    </button>
  );
}
