import type { ButtonHTMLAttributes } from 'react';
import { Icon } from './Icon.tsx';
import { useHydrated } from './useHydrated.ts';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'sea' | 'accent' | 'line' | 'quiet';
  /** Shown before the words. */
  icon?: string;
  wide?: boolean;
  /** Shows `busyText` with a spinner and ignores clicks. */
  busy?: boolean;
  busyText?: string;
}

/** A button, disabled until its script is there. `accent` is for the one primary action of a view. */
export function Button({
  kind = 'sea',
  icon,
  wide,
  busy,
  busyText = 'Yükleniyor...',
  className = '',
  disabled,
  children,
  onClick,
  ...rest
}: Props) {
  const hydrated = useHydrated();
  const classes = ['btn', kind !== 'sea' && `btn--${kind}`, wide && 'btn--wide', className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || !hydrated}
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {!busy && icon && <Icon of={icon} />}
      {busy ? busyText : children}
    </button>
  );
}
