import { useRef } from 'react';
import { Button } from '../../ui/Button.tsx';

interface Props {
  /** The action, and the row it is about; both are its accessible name: 'Geri getir: Kâğıt atölyesi'. */
  label: string;
  of: string;
  icon?: string;
  /** `sea` for the row's main action. */
  kind?: 'sea' | 'line';
  /** The action destroys something. */
  danger?: boolean;
  disabled?: boolean;
  busy?: boolean;
  onClick: () => unknown;
}

/** A row's action in words. A second press before it has ended does nothing. */
export function RowButton({ label, of, icon, kind = 'line', danger, disabled, busy, onClick }: Props) {
  const isRunning = useRef(false);
  async function press() {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await onClick();
    } finally {
      isRunning.current = false;
    }
  }
  return (
    <Button
      kind={kind}
      icon={icon}
      className={danger ? 'btn--sm btn--err' : 'btn--sm'}
      aria-label={`${label}: ${of}`}
      disabled={disabled}
      busy={busy}
      onClick={() => void press()}
    >
      {label}
    </Button>
  );
}
