import { atom } from 'nanostores';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { orderTexts } from '../../../contract/orders.texts.ts';
import { isName } from '../../../shared/names.ts';
import { CallError } from '../../http.ts';
import { isDoneBefore, sendOnce } from '../../sendOnce.ts';
import { type AsyncState, loadInto } from '../../ui/asyncState.ts';
import { createEditForm } from '../../ui/editForm.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage, loadMessage } from '../calls.ts';
import { saveCsv } from '../csv.ts';
import { toastUnseen, withFailureToast } from '../failureToast.ts';
import { mailNotice, mailsFailed } from '../notice.calls.ts';
import { type AdminOrder, type Seat, seatsCsv, seatsOf } from '../orders/orders.ts';
import { refreshStats } from '../stats.store.ts';

/** A product, all its orders, and its seats with the answers to its question. */
export const $product = atom<AsyncState<{ product: AdminProduct; orders: AdminOrder[]; seats: Seat[] }>>({
  state: 'idle',
});

/** Id of the product opened last. */
let openedId = '';

export async function open(id: string): Promise<void> {
  // What was typed for one product says nothing to the people of another.
  if (openedId !== id) {
    messageForm.open(id, blankMessage);
    orderForm.open(id, blankOrder);
  }
  openedId = id;
  $product.set({ state: 'loading' });
  await load(id);
}

const load = (id: string): Promise<void> =>
  loadInto(
    $product,
    async () => {
      const [product, orders, answers, door] = await Promise.all([
        adminCall('GET /api/admin/product/:id', { params: { id } }),
        adminCall('GET /api/admin/orders', { query: { product_id: id, sort: 'asc' } }),
        adminCall('GET /api/admin/product/:id/answers', { params: { id } }),
        adminCall('GET /api/admin/product/:id/door', { params: { id } }),
      ]);
      return { product, orders, seats: seatsOf(orders, answers, door.participants) };
    },
    (error) => {
      const isGone = error instanceof CallError && error.status === 404;
      return isGone ? '❌ Ürün bulunamadı.' : loadMessage(error, 'Katılımcılar yüklenemedi.');
    },
  );

/** Loads the product again where it is still open; what was loaded stays until then. */
export const reload = async (id: string): Promise<void> => {
  if (openedId === id) await load(id);
};

/** Tells everybody with a seat what the product is like now. */
export async function tellOfChange(id: string): Promise<void> {
  await mailNotice(id);
  await reload(id);
}

const blankMessage = { subject: '', text: '' };

/** The words to everybody with a seat. */
export const messageForm = createEditForm({
  name: 'participants-message',
  blank: blankMessage,
  check: ({ subject, text }): FieldErrors => ({
    ...(!subject.trim() && { subject: orderTexts.subject }),
    ...(!text.trim() && { text: orderTexts.text }),
  }),
  failure: (error) =>
    isDoneBefore(error)
      ? 'Önceki denemenizdeki e-posta gönderildi. Bu yenisi de gidecekse yeniden gönderin.'
      : errorMessage(error, mailsFailed),
  noDraft: true,
});

/** How many addresses the words go to; undefined until it is known. */
export const $recipients = atom<number | undefined>();

export async function countRecipients(id: string): Promise<void> {
  $recipients.set(undefined);
  await withFailureToast('Alıcılar sayılamadı.', async () => {
    const { recipients } = await adminCall('GET /api/admin/product/:id/recipients', { params: { id } });
    if (openedId === id) $recipients.set(recipients);
  });
}

/** Mails the words in the form; answers whether they go out. */
export async function sendMessage(id: string): Promise<boolean> {
  const sent = await messageForm.submit(({ values: body }) =>
    sendOnce(`message ${id}`, (headers) =>
      adminCall('POST /api/admin/product/:id/message', { params: { id }, body }, { headers }),
    ),
  );
  if (!sent) {
    toastUnseen(messageForm);
    return false;
  }
  messageForm.open(id, blankMessage);
  toast(sent.message);
  return true;
}

const blankOrder = { fullName: '', phone_number: '', email: '', names: '', answers: '', status: 'reserved' };
type OrderValues = typeof blankOrder;

/** One name a line, that of the caller where there is none, and the answer on the same line of the answers. */
function linesOf({ names, answers, fullName }: OrderValues) {
  const nameLines = (names.trim() ? names : fullName).split('\n').map((name) => name.trim());
  const answerLines = answers.split('\n').map((answer) => answer.trim());
  const count = Math.max(nameLines.length, answerLines.length);
  return Array.from({ length: count }, (_, line) => ({
    fullName: nameLines[line] ?? '',
    answer: answerLines[line] || undefined,
  }));
}

/** An order for somebody on the phone. */
export const orderForm = createEditForm({
  name: 'phone-order',
  blank: blankOrder,
  check: (values): FieldErrors => ({
    ...(!isName(values.fullName) && { fullName: orderTexts.fullName }),
    ...(!values.phone_number.trim() && { phone_number: orderTexts.phone }),
    ...(values.names.trim() &&
      !linesOf(values).every((line) => !line.fullName || isName(line.fullName)) && { names: orderTexts.namesMissing }),
    ...(linesOf(values).some((line) => line.answer && !line.fullName) && { answers: orderTexts.answerLine }),
  }),
  failure: (error) =>
    isDoneBefore(error)
      ? 'Önceki denemenizdeki sipariş kaydedildi. Bu başka bir siparişse yeniden kaydedin.'
      : errorMessage(error, 'Sipariş kaydedilemedi.'),
  noDraft: true,
});

/** Enters the order in the form; answers whether it was made. */
export async function enterOrder(product_id: string): Promise<boolean> {
  const entered = await orderForm.submit(({ values }) => {
    const { fullName, phone_number, email, status } = values;
    const participants = linesOf(values).filter((line) => line.fullName);
    const body = { product_id, fullName, phone_number, email, participants, status: status as 'reserved' | 'paid' };
    return sendOnce(`order ${product_id}`, (headers) =>
      adminCall('POST /api/admin/orders', { body }, { headers }),
    ).catch((error) => {
      // The order may have been made: only the answer was lost.
      void reload(product_id);
      throw error;
    });
  });
  if (!entered) {
    toastUnseen(orderForm);
    return false;
  }
  orderForm.open(product_id, blankOrder);
  toast({ lead: entered.code, text: 'kodlu sipariş kaydedildi.' });
  void Promise.all([reload(product_id), refreshStats()]);
  return true;
}

export const download = ({ slug }: AdminProduct, seats: Seat[]): void =>
  saveCsv(`katilimcilar-${slug}.csv`, seatsCsv(seats));
