import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { formatDateTime } from '../../../shared/format.ts';
import { paths } from '../../adminPaths.ts';
import { serverNow } from '../../serverClock.ts';
import { Icon } from '../../ui/Icon.tsx';
import { alert } from '../ui/icons.ts';
import { $bankChangedAt, loadBankChange } from './bankChange.store.ts';
import { hasChangedLately } from './payments.ts';

/** For 24 hours after another account was set: so that a change nobody of the practice made is noticed. */
export function BankChangeNotice() {
  const changed_at = useStore($bankChangedAt);
  useEffect(() => void loadBankChange(), []);
  if (!changed_at || !hasChangedLately(changed_at, serverNow())) return null;
  return (
    <div className="note note--warn" role="status">
      <Icon of={alert} />
      <p>
        Ödemelerin yatacağı hesap değişti ({formatDateTime(changed_at)}). Siz değiştirmediyseniz hemen{' '}
        <a href={paths.adminPaymentSettings}>hesabı kontrol edin</a>.
      </p>
    </div>
  );
}
