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

/** A row's action in words. A second press before it has ended does nothing, unless it is another action by then. */
export function RowButton({ label, of, icon, kind = 'line', danger, disabled, busy, onClick }: Props) {
  const running = useRef<string>(undefined);
  async function press() {
    if (running.current === label) return;
    running.current = label;
    try {
      await onClick();
    } finally {
      running.current = undefined;
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
