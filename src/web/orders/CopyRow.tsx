import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { check } from '../ui/icons.ts';
import { copy } from '../ui/paymentIcons.ts';
import { copyOrExplain } from '../ui/share.ts';

const confirmMs = 2000;

interface Props {
  label: string;
  /** What is copied. */
  value: string;
  /** The value as shown, if written differently. */
  shown?: string;
}

/** One value of a payment with a button that copies it. */
export function CopyRow({ label, value, shown = value }: Props) {
  const [copied, setCopied] = useState(false);
  async function copyValue() {
    if (!(await copyOrExplain(value))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), confirmMs);
  }
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {shown}
        <button
          type="button"
          className={copied ? 'round round--ok' : 'round'}
          aria-label={`${label}: kopyala`}
          onClick={() => void copyValue()}
        >
          <Icon of={copied ? check : copy} />
        </button>
        <span className="sr" role="status">
          {copied && `${label} kopyalandı.`}
        </span>
      </dd>
    </div>
  );
}
