import type { ComponentProps } from 'react';
import { Icon } from '../../ui/Icon.tsx';

interface Props {
  icon: string;
  /** The action and its row, as accessible name and tooltip: 'Sil: Kâğıt atölyesi'. */
  label: string;
  /** The action destroys something. */
  danger?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

/** A row's action as an icon. */
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

/** A row's action as an icon that is a link. */
export const IconLink = ({ icon, label, href, ...rest }: Pick<Props, 'icon' | 'label'> & ComponentProps<'a'>) => (
  <a className="ib" href={href} aria-label={label} title={label} {...rest}>
    <Icon of={icon} />
  </a>
);
