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

/** A row's action in words. */
export function RowButton({ label, of, icon, kind = 'line', danger, disabled, busy, onClick }: Props) {
  return (
    <Button
      kind={kind}
      icon={icon}
      className={danger ? 'btn--sm btn--err' : 'btn--sm'}
      aria-label={`${label}: ${of}`}
      disabled={disabled}
      busy={busy}
      onClick={() => void onClick()}
    >
      {label}
    </Button>
  );
}
