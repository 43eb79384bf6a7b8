import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { paths } from '../../adminPaths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { bank } from '../../ui/paymentIcons.ts';
import { Accounting } from './Accounting.tsx';
import { BankStatement } from './BankStatement.tsx';
import { CheckoutList } from './CheckoutList.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { Overdue } from './Overdue.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { $shown, close, noteTyped } from './payments.store.ts';
import { RecordedToday } from './RecordedToday.tsx';
import { RefundTasks } from './RefundTasks.tsx';
import { Sums } from './Sums.tsx';
import '../../styles/admin/payments.css';

/** What is overdue, what must be paid back, what came and is awaited, and the accountant's list. */
export default function PaymentsScreen() {
  return (
    <>
      <p className="pay-links">
        <a className="btn btn--line" href={paths.adminPaymentSettings}>
          <Icon of={bank} />
          Ödeme ayarları
        </a>
      </p>
      <Sums />
      <Overdue />
      <div className="pay-pair">
        <RefundTasks />
        <RecordedToday />
      </div>
      <BankStatement />
      <CheckoutList />
      <Accounting />
      <Dialogs />
    </>
  );
}

function Dialogs() {
  useStore($shown);
  // After each drawing, too: a form that was sent is as at first again, or gone.
  useEffect(noteTyped);
  useEffect(() => {
    document.addEventListener('input', noteTyped);
    return () => {
      document.removeEventListener('input', noteTyped);
      // They do not wait for whoever comes back.
      close();
      noteTyped();
    };
  }, []);
  return (
    <>
      <PaymentDialog />
      <DetailsDialog />
    </>
  );
}
