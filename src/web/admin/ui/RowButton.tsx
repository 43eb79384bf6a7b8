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

/**
 * A row's action in words. A second press before it has ended does nothing; where the button is another action by then,
 * the second press of a double click does nothing.
 */
export function RowButton({ label, of, icon, kind = 'line', danger, disabled, busy, onClick }: Props) {
  const pressed = useRef<string>(undefined);
  const isRunning = useRef(false);
  async function press(isDoubleClick: boolean) {
    if (label === pressed.current ? isRunning.current : isDoubleClick) return;
    pressed.current = label;
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
      onClick={(event) => void press(event.detail > 1)}
    >
      {label}
    </Button>
  );
}
