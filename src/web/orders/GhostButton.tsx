import { Icon } from '../ui/Icon.tsx';

interface Props {
  /** The action, and what it is about; both are its accessible name. */
  label: string;
  of: string;
  icon: string;
  danger?: boolean;
  onClick: () => void;
}

/** A quiet action below an order or a place in a line. */
export function GhostButton({ label, of, icon, danger, onClick }: Props) {
  return (
    <button
      type="button"
      className={danger ? 'ghost ghost--err' : 'ghost'}
      aria-label={`${label}: ${of}`}
      onClick={onClick}
    >
      <Icon of={icon} />
      {label}
    </button>
  );
}
