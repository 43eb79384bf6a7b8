import { useId } from 'react';
import { orderTexts } from '../../contract/orders.texts.ts';
import { FieldError } from '../ui/Field.tsx';

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Says that the order cannot be made without it. */
  missing: boolean;
}

/** Explicit consent to answers that may be about health; never ticked beforehand. */
export function HealthConsent({ checked, onChange, missing }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? id : undefined}
        />
        <span>{orderTexts.healthConsent}</span>
      </label>
      {missing && <FieldError id={id}>{orderTexts.healthConsentMissing}</FieldError>}
    </div>
  );
}
