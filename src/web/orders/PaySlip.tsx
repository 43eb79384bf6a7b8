import { useState } from 'react';
import type { Checkout } from '../../contract/checkouts.ts';
import { formatLira } from '../../shared/format.ts';
import { formatIban } from '../../shared/iban.ts';
import { Button } from '../ui/Button.tsx';
import { CardButton, CardState } from './CardPayment.tsx';
import { CopyRow } from './CopyRow.tsx';
import { bankAmount, methodSentence, otherMethods, untilDueDay } from './checkouts.ts';
import { changeMethod } from './paymentMethod.store.ts';

/** What is still to be paid, until when and how. */
export function PaySlip({ checkout }: { checkout: Checkout }) {
  const { code, open, paid, due_at, bank, method, methods } = checkout;
  return (
    <div className="pay">
      <CardState checkout={checkout} />
      <div className="pay__sum">
        <p>Ödenecek tutar</p>
        <b>{formatLira(open)}</b>
        <p className="pay__until">{untilDueDay(due_at)}</p>
        {paid > 0 && <p>Şimdiye dek ödenen: {formatLira(paid)}</p>}
      </div>
      {method === 'transfer' && bank && (
        <dl className="copies">
          <CopyRow label="IBAN" value={bank.iban} shown={formatIban(bank.iban)} />
          <CopyRow label="Alıcı" value={bank.holder} />
          <CopyRow label="Tutar" value={bankAmount(open)} shown={formatLira(open)} />
          <CopyRow label="Açıklama" value={bank.reference} />
        </dl>
      )}
      <div className="pay__note">
        <p>{methodSentence(checkout)}</p>
        <div className="pay__acts">
          {methods.includes('card') && <CardButton checkout={checkout} />}
          {otherMethods(checkout).map((to) => (
            <MethodButton key={to} code={code} to={to} />
          ))}
        </div>
      </div>
    </div>
  );
}

function MethodButton({ code, to }: { code: string; to: 'onsite' | 'transfer' }) {
  const [busy, setBusy] = useState(false);
  async function change() {
    setBusy(true);
    await changeMethod(code, to);
    setBusy(false);
  }
  const label = to === 'onsite' ? 'Merkezde ödemek istiyorum' : 'Havale/EFT ile ödemek istiyorum';
  return (
    <Button
      kind="quiet"
      className="pay__change"
      busy={busy}
      aria-label={`${label}: ${code}`}
      onClick={() => void change()}
    >
      {label}
    </Button>
  );
}
