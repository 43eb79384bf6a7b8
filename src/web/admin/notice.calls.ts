import { toast } from '../ui/toast.ts';
import { adminCall } from './calls.ts';
import { withFailureToast } from './failureToast.ts';

export const mailsFailed = 'E-postalar gönderilemedi.';

/** Mails the present day, hour, place and leader of a product to everybody with a seat, which opens their choice. */
export const mailNotice = (id: string): Promise<boolean> =>
  withFailureToast(mailsFailed, async () => {
    toast((await adminCall('POST /api/admin/product/:id/notice', { params: { id } })).message);
  });
