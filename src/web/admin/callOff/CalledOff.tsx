import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { paths } from '../../adminPaths.ts';

/** Says when and why a product was called off; nothing of any other product. */
export function CalledOff({ product: { cancelled_at, cancel_reason } }: { product: AdminProduct }) {
  if (!cancelled_at) return null;
  return (
    <div className="note note--warn not-printed">
      <p>
        Bu atölye iptal edildi ({formatDateTime(cancelled_at)}): {cancel_reason}{' '}
        <a href={paths.adminPayments}>Geri ödemeler</a>
      </p>
    </div>
  );
}
