import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Refund } from '../../../contract/payments.ts';
import { formatLira } from '../../../shared/format.ts';
import { serverNow } from '../../serverClock.ts';
import { Icon } from '../../ui/Icon.tsx';
import { hourglass } from '../../ui/paymentIcons.ts';
import { ListFailure } from '../ui/ListFailure.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { changeRefund, refundStep, refunds, tellCardService } from './payments.store.ts';
import { refundLabel, refundOwner } from './payments.ts';

/** What must be paid back, the most urgent first. */
export function RefundTasks() {
  const { rows, error } = useStore(refunds.$list);
  const sum = rows?.reduce((all, { amount, state }) => all + (state === 'asked' ? amount : 0), 0) ?? 0;
  return (
    <section className="panel" aria-labelledby="iadeler">
      <div className="panel__head">
        <h2 id="iadeler">Geri ödenecekler</h2>
        {sum > 0 && <p className="quiet">{formatLira(sum)}</p>}
      </div>
      {error && <ListFailure text={error} onRetry={refunds.reload} />}
      {rows?.length === 0 && <p className="quiet">Geri ödenecek bir tutar yok.</p>}
      {rows && rows.length > 0 && (
        <>
          <ul className="tasks">
            {rows.map((refund) => (
              <Task key={refund.id} refund={refund} />
            ))}
          </ul>
          <p className="quiet">İade, ödemenin geldiği yoldan ve en geç 14 gün içinde yapılır.</p>
        </>
      )}
    </section>
  );
}

function Task({ refund }: { refund: Refund }) {
  const { code, amount, state, reason, problem, due_at } = refund;
  const { text, tone } = refundLabel(due_at, serverNow());
  const step = refundStep(refund);
  const [telling, setTelling] = useState<'again' | 'absent'>();
  async function tell(absent: boolean) {
    setTelling(absent ? 'absent' : 'again');
    await tellCardService(refund, absent);
    setTelling(undefined);
  }
  const owner = refundOwner(refund);
  const who = `${owner}, ${code}`;
  return (
    <li className="task">
      <div>
        <b>{owner}</b>
        <span className="under">
          <span className="code">{code}</span> · {reason || 'alıcının bilgileri silindi'}
        </span>
        {problem && <span className="under">{problem}</span>}
        <span className={`pill pill--${state === 'sent' ? 'info' : tone}`}>
          <Icon of={hourglass} />
          {state === 'sent' ? 'gönderildi' : text}
        </span>
      </div>
      <b className="task__sum">{formatLira(amount)}</b>
      <div className="acts">
        {refund.card && (
          <RowButton
            label={problem ? 'Yeniden dene' : 'Karta iade et'}
            of={who}
            kind="sea"
            busy={telling === 'again'}
            disabled={telling === 'absent'}
            onClick={() => tell(false)}
          />
        )}
        {refund.card && refund.unheard && (
          <RowButton
            label="Panelde yok, gönder"
            of={who}
            busy={telling === 'absent'}
            disabled={telling === 'again'}
            onClick={() => tell(true)}
          />
        )}
        {step && (
          <RowButton
            label={step.label}
            of={who}
            kind={refund.card ? 'line' : 'sea'}
            onClick={() => changeRefund(refund, step.to)}
          />
        )}
        <RowButton label="Vazgeç" of={who} onClick={() => changeRefund(refund, 'void')} />
      </div>
    </li>
  );
}
