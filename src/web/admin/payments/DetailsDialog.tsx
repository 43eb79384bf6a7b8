import { useStore } from '@nanostores/react';
import type { CardAttempt } from '../../../contract/checkouts.ts';
import { paymentTexts, providerNames } from '../../../contract/payments.texts.ts';
import { formatDate, formatDateTime, formatLira } from '../../../shared/format.ts';
import { mailto } from '../../../shared/mailto.ts';
import { toKurus, toLira } from '../../../shared/money.ts';
import { formatMoneyInput, parseMoneyInput } from '../../../shared/moneyInput.ts';
import { formatPhone } from '../../../shared/phone.ts';
import { dayInIstanbul } from '../../../shared/time.ts';
import { useForm } from '../../account/useForm.ts';
import { isOwnReference } from '../../sendOnce.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { ErrorNote } from '../../ui/States.tsx';
import { AmountField } from '../ui/MoneyField.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import {
  $shown,
  askRefund,
  giveUp,
  moveDueDate,
  type Row,
  refundCard,
  release,
  voidPayment,
} from './payments.store.ts';
import {
  attemptNames,
  attemptTones,
  expectedRefund,
  methodNames,
  type Payment,
  refundable,
  refundsSentence,
  stateNames,
} from './payments.ts';

/** One checkout: its payments and one more, its due date, the release of its seats, and a refund. */
export function DetailsDialog() {
  const shown = useStore($shown);
  if (shown?.dialog !== 'details') return null;
  const { row } = shown;
  const { all, free } = refundable(row);
  return (
    <Dialog
      onClose={() => void giveUp()}
      title={row.buyer_name ?? 'Silinmiş kişi'}
      lead={
        // Not at the first field, the due date: it stands below all facts.
        <span tabIndex={-1} data-focus>
          {row.code} · {formatDateTime(row.created_at)}
        </span>
      }
      closeLabel="Kapat"
    >
      <dl className="facts">
        <div>
          <dt>Durum</dt>
          <dd>{stateNames[row.state]}</dd>
        </div>
        <div>
          <dt>Tutar</dt>
          <dd>
            {formatLira(row.total)}; gelen {formatLira(row.paid)}, açık {formatLira(row.open)}
          </dd>
        </div>
        {row.refunds.length > 0 && (
          <div>
            <dt>İadeler</dt>
            <dd>{refundsSentence(row.refunds)}</dd>
          </div>
        )}
        {row.kept > 0 && (
          <div>
            <dt>İade edilmeyen</dt>
            <dd>{formatLira(row.kept)}, geç iptal edilen yerlerin bedeli</dd>
          </div>
        )}
        {row.buyer_email && (
          <div>
            <dt>E-posta</dt>
            <dd>
              <a href={mailto(row.buyer_email)}>{row.buyer_email}</a>
            </dd>
          </div>
        )}
        {row.buyer_phone && (
          <div>
            <dt>Telefon</dt>
            <dd>
              <a href={`tel:${row.buyer_phone}`}>{formatPhone(row.buyer_phone)}</a>
            </dd>
          </div>
        )}
        {row.orders.map((order) => (
          <div key={order.id}>
            <dt>{order.event_title}</dt>
            <dd>
              {formatDate(order.date)}, {order.quantity} kişi, {formatLira(order.price)}
              {order.status === 'cancelled' && ', iptal edildi'}
            </dd>
          </div>
        ))}
      </dl>
      <Payments row={row} canRefund={free > 0} />
      <Attempts attempts={row.attempts} />
      {row.state === 'open' && <DueDate key={row.due_at} row={row} />}
      {all > 0 && <RefundForm key={all} row={row} />}
    </Dialog>
  );
}

const nameOf = ({ amount, received_on }: Payment) => `${formatLira(amount)}, ${formatDate(received_on)}`;

function Payments({ row, canRefund }: { row: Row; canRefund: boolean }) {
  const { payments } = row;
  return (
    <section className="stack" aria-label="Gelen ödemeler">
      <h3>Gelen ödemeler</h3>
      {payments.length ? (
        <ul className="tasks">
          {payments.map((payment) => (
            <li className="task" key={payment.id}>
              <div className={payment.voided ? 'task--void' : undefined}>
                {payment.voided ? <s>{formatLira(payment.amount)}</s> : <b>{formatLira(payment.amount)}</b>}
                <span className="under">
                  {formatDate(payment.received_on)}, {methodNames[payment.method]}
                  {payment.voided && ', geçersiz sayıldı'}
                  {payment.note && ` · ${payment.note}`}
                  {payment.provider && `, ${providerNames[payment.provider] ?? payment.provider}`}
                  {payment.charged > payment.amount && `, karttan çekilen ${formatLira(payment.charged)}`}
                  {payment.external_ref && !isOwnReference(payment.external_ref) && (
                    <span className="code"> · {payment.external_ref}</span>
                  )}
                </span>
              </div>
              {!payment.voided && (
                <div className="acts">
                  {payment.provider && canRefund && (
                    <RowButton label="Karta iade et" of={nameOf(payment)} onClick={() => refundCard(row, payment)} />
                  )}
                  <RowButton label="Geçersiz say" of={nameOf(payment)} danger onClick={() => voidPayment(payment)} />
                </div>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">Henüz ödeme gelmedi.</p>
      )}
      <p>
        <Button kind="line" onClick={() => void giveUp({ row, dialog: 'payment' })}>
          Ödeme kaydet
        </Button>
      </p>
    </section>
  );
}

/** Tries to pay by card, so that a buyer who asks can be told what happened. */
function Attempts({ attempts }: { attempts: CardAttempt[] }) {
  if (!attempts.length) return null;
  return (
    <section className="stack" aria-label="Kart denemeleri">
      <h3>Kart denemeleri</h3>
      <ul className="tasks">
        {attempts.map(({ id, created_at, amount, charged, state, provider, external_ref }) => (
          <li className="task" key={id}>
            <div>
              <b>{formatLira(charged ?? amount)}</b>{' '}
              <span className={`pill pill--${attemptTones[state]}`}>{attemptNames[state]}</span>
              <span className="under">
                {formatDateTime(created_at)} · {providerNames[provider] ?? provider}
                {external_ref && <span className="code"> · {external_ref}</span>}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DueDate({ row }: { row: Row }) {
  const { form, submit, problem } = useForm({
    check: ({ day }) => (day ? {} : { day: 'Lütfen bir gün seçin.' }) as Record<string, string>,
    send: ({ day = '' }) => moveDueDate(row, day),
  });
  return (
    <section className="stack" aria-label="Ödeme süresi">
      <h3>Ödeme süresi</h3>
      <form className="form form--row" {...form}>
        <Field
          label="Son ödeme günü"
          name="day"
          type="date"
          defaultValue={dayInIstanbul(new Date(row.due_at))}
          error={problem.fields.day ?? problem.fields.due_at ?? problem.message}
        />
        <Button kind="line" {...submit}>
          Günü değiştir
        </Button>
      </form>
      {row.paid === 0 && (
        <p>
          <Button kind="line" className="btn--err" onClick={() => void release(row)}>
            Yerleri boşalt
          </Button>
        </p>
      )}
    </section>
  );
}

function RefundForm({ row }: { row: Row }) {
  const expected = expectedRefund(row);
  const { form, submit, field, problem } = useForm({
    check({ amount = '', reason = '' }): Record<string, string> {
      const money = parseMoneyInput(amount);
      return {
        ...('problem' in money && { amount: money.problem }),
        ...(!reason.trim() && { reason: paymentTexts.reason }),
      };
    },
    send: ({ amount = '', reason = '' }) =>
      askRefund(row, toLira((parseMoneyInput(amount) as { kurus: number }).kurus), reason),
  });
  return (
    <section className="stack" aria-label="Geri ödeme">
      <h3>Geri ödeme</h3>
      {problem.message && <ErrorNote text={problem.message} />}
      <form className="form" {...form}>
        <AmountField
          label="Geri ödenecek tutar"
          {...field('amount')}
          defaultValue={expected ? formatMoneyInput(toKurus(expected)) : ''}
        />
        <Field label="Neden" {...field('reason')} maxLength={300} autoComplete="off" />
        <Button kind="line" {...submit}>
          Geri ödeme görevi aç
        </Button>
      </form>
    </section>
  );
}
