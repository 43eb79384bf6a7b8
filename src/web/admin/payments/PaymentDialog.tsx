import { useStore } from '@nanostores/react';
import { paymentTexts } from '../../../contract/payments.texts.ts';
import { formatLira } from '../../../shared/format.ts';
import { toKurus, toLira } from '../../../shared/money.ts';
import { formatMoneyInput, parseMoneyInput } from '../../../shared/moneyInput.ts';
import { dayInIstanbul } from '../../../shared/time.ts';
import { useForm } from '../../account/useForm.ts';
import { serverNow } from '../../serverClock.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, SelectField } from '../../ui/Field.tsx';
import type { FieldErrors, Values } from '../../ui/form.ts';
import { ErrorNote } from '../../ui/States.tsx';
import { renderOptions } from '../ui/filters.tsx';
import { AmountField } from '../ui/MoneyField.tsx';
import { $shown, giveUp, type Row, recordPayment } from './payments.store.ts';
import { expectedAmount, methodNames, type Payment, paymentEffects, stateNames } from './payments.ts';

/** Records a payment: what is expected, today, by the buyer's way, unless something else is typed. */
export function PaymentDialog() {
  const shown = useStore($shown);
  if (shown?.dialog !== 'payment') return null;
  return <RecordPayment key={shown.row.code} row={shown.row} />;
}

function check({ amount = '', received_on = '' }: Values): FieldErrors {
  const money = parseMoneyInput(amount);
  return {
    ...('problem' in money ? { amount: money.problem } : money.kurus === 0 ? { amount: paymentTexts.amount } : {}),
    ...(!received_on && { received_on: 'Lütfen ödemenin geldiği günü seçin.' }),
    ...(received_on > dayInIstanbul(serverNow()) && { received_on: paymentTexts.receivedOn }),
  };
}

function RecordPayment({ row }: { row: Row }) {
  const expected = expectedAmount(row);
  const effect = paymentEffects[row.state];
  const { form, submit, field, problem } = useForm({
    check,
    async send({ amount = '', received_on = '', method, note }) {
      const money = parseMoneyInput(amount) as { kurus: number };
      const body = { amount: toLira(money.kurus), received_on, method: method as Payment['method'], note };
      return recordPayment(row, body);
    },
  });
  return (
    <Dialog
      onClose={() => void giveUp()}
      title="Ödemeyi kaydet"
      lead={`${row.buyer_name ?? 'silinmiş kişi'} · ${row.code} · ${row.open ? `açık tutar ${formatLira(row.open)}` : stateNames[row.state]}`}
      closeLabel="Vazgeç"
      foot={
        <Button kind="accent" {...submit} form="odeme-kaydet">
          Kaydet
        </Button>
      }
    >
      <form className="form" id="odeme-kaydet" {...form}>
        {problem.message && <ErrorNote text={problem.message} />}
        {effect && <p className="quiet">{effect}</p>}
        <AmountField
          label="Tutar"
          {...field('amount')}
          defaultValue={expected ? formatMoneyInput(toKurus(expected)) : ''}
        />
        <Field
          label="Geldiği gün"
          {...field('received_on')}
          type="date"
          max={dayInIstanbul(serverNow())}
          defaultValue={dayInIstanbul(serverNow())}
        />
        <SelectField label="Yol" {...field('method')} defaultValue={row.method}>
          {renderOptions(Object.entries(methodNames).filter(([method]) => method !== 'manual'))}
        </SelectField>
        <Field label="Not" {...field('note')} optional maxLength={500} autoComplete="off" />
      </form>
    </Dialog>
  );
}
