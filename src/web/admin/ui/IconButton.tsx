import { Icon } from '../../ui/Icon.tsx';

interface Props {
  icon: string;
  /** What it does and to which row: 'Sil: Kâğıt atölyesi'. Heard, and seen by whoever rests on it. */
  label: string;
  /** It destroys something. */
  danger?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** An action of a row as its icon. */
export function IconButton({ icon, label, danger, disabled, onClick }: Props) {
  return (
    <button
      type="button"
      className={danger ? 'ib ib--del' : 'ib'}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon of={icon} />
    </button>
  );
}
