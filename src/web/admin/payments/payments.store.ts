import { atom } from 'nanostores';
import type { AdminCheckout, CheckoutFilter } from '../../../contract/checkouts.ts';
import type { AllEndpoints, CallInput } from '../../../contract/endpoints.ts';
import type { Refund } from '../../../contract/payments.ts';
import { formatDate, formatLira } from '../../../shared/format.ts';
import { dayInIstanbul } from '../../../shared/time.ts';
import { toProblem } from '../../account/problem.ts';
import { bookOnce, isDoneBefore, sendOnce } from '../../sendOnce.ts';
import { serverNow } from '../../serverClock.ts';
import type { Outcome, Problem } from '../../ui/form.ts';
import { toast } from '../../ui/toast.ts';
import { markUnsaved } from '../../ui/unsaved.ts';
import { adminCall, adminPage, adminText, loadMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { saveCsv } from '../csv.ts';
import { withFailureToast } from '../failureToast.ts';
import { confirmGiveUp } from '../leave.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';
import { dueDayQuestion, nextRefundStep, type Payment, recordedSentence, refundable } from './payments.ts';
import { loadSummary } from './summary.store.ts';

/** A checkout as a row: its code is its id. */
export type Row = AdminCheckout & { id: string };
const toRow = (checkout: AdminCheckout): Row => ({ ...checkout, id: checkout.code });

const listFailure = (error: unknown) => loadMessage(error, 'Ödemeler alınamadı.');

export const filters = createFilters(searchOf('payments'), { search: '', state: '' });

export const list = createList({
  filters,
  size: 15,
  load: ({ filters: { search, state }, paging, signal }) =>
    loadRows({ search, state: state as CheckoutFilter['state'], ...paging }, signal),
  failure: listFailure,
});

async function loadRows(
  query: NonNullable<CallInput<AllEndpoints['GET /api/admin/checkouts']>['query']>,
  signal: AbortSignal,
) {
  const { rows, total } = await adminPage('GET /api/admin/checkouts', { query }, { signal });
  return { rows: rows.map(toRow), total };
}

/** The page of what is overdue; the address has that of all payments. */
const $overduePage = atom<Record<string, string>>({});
export const overdueFilters = createFilters({ $search: $overduePage, replace: $overduePage.set }, {});

/** What should have been paid by now: over the years also what nobody came for. */
export const overdue = createList({
  filters: overdueFilters,
  size: 10,
  load: ({ paging, signal }) => loadRows({ overdue: '1', ...paging }, signal),
  failure: listFailure,
});

/** Refunds that are still to be sent or have not arrived. */
export const refunds = createList<Refund, { page: string }>({
  async load({ signal }) {
    const of = (state: Refund['state']) => adminCall('GET /api/admin/refunds', { query: { state } }, { signal });
    const [asked, sent] = await Promise.all([of('asked'), of('sent')]);
    return { rows: [...asked, ...sent], total: asked.length + sent.length };
  },
  failure: (error) => loadMessage(error, 'İadeler alınamadı.'),
});

/** The checkout whose dialog is open. */
export const $shown = atom<{ row: Row; dialog: 'payment' | 'details' } | undefined>();
export const close = (): void => $shown.set(undefined);

/** Whether something is typed in the open dialog that is neither sent nor being sent. */
function isTyped(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('dialog[open]:not(:has([aria-busy])) form input')];
  return fields.some(({ value, defaultValue }) => value !== defaultValue);
}

/** Has the browser's Back ask first where something is typed in the open dialog. */
export const noteTyped = (): void => markUnsaved('payment-dialog', isTyped());

/** Closes the dialog, or shows another one in its place; asks first where something is typed in it. */
export async function giveUp(next?: { row: Row; dialog: 'payment' }): Promise<void> {
  if (await confirmGiveUp(isTyped())) $shown.set(next);
}

const reloadLists = () =>
  Promise.all([overdue.reload(), refunds.reload(), list.reload(), loadSummary(), refreshStats()]);

/** Loads what a change may have moved from one list to another. */
export async function reloadAll(): Promise<void> {
  await reloadLists();
  const shown = $shown.get();
  const rows = [...(list.$list.get().rows ?? []), ...(overdue.$list.get().rows ?? [])];
  const fresh = rows.find(({ code }) => code === shown?.row.code);
  if (shown?.dialog === 'details' && fresh) $shown.set({ ...shown, row: fresh });
}

/** Shows the changed checkout in its dialog, if that is open, and in all lists. */
async function showChanged(changed: AdminCheckout, sentence: string): Promise<void> {
  const shown = $shown.get();
  if (shown?.row.code === changed.code && shown.dialog === 'details') $shown.set({ ...shown, row: toRow(changed) });
  toast(sentence);
  await reloadAll();
}

type NewPayment = CallInput<AllEndpoints['POST /api/admin/checkouts/:code/payments']>['body'];

export async function recordPayment(
  { code, state }: Row,
  body: NewPayment & { amount: number },
): Promise<Outcome | undefined> {
  try {
    const changed = await bookOnce(`${code} ${JSON.stringify(body)}`, (external_ref) =>
      adminCall('POST /api/admin/checkouts/:code/payments', { params: { code }, body: { external_ref, ...body } }),
    );
    close();
    if (!changed) {
      toast(`${formatLira(body.amount)} kaydedilmişti: ${code}`);
      return void (await reloadAll());
    }
    await showChanged(changed, recordedSentence(changed, state, body.amount));
  } catch (error) {
    return toProblem(error, 'Ödeme kaydedilemedi. Yazdıklarınız duruyor, tekrar deneyin.');
  }
}

export async function voidPayment({ id, amount, received_on }: Payment): Promise<void> {
  const sure = await confirm({
    title: `${formatLira(amount)} tutarındaki ödeme geçersiz sayılsın mı?`,
    text: `${formatDate(received_on)} günlü ödeme üstü çizili kalır, tutarı yeniden açılır.`,
    yes: 'Geçersiz say',
    danger: true,
  });
  if (!sure) return;
  await withFailureToast('Ödeme geçersiz sayılamadı.', async () => {
    const changed = await adminCall('DELETE /api/admin/payments/:id', { params: { id } });
    await showChanged(changed, changed.message);
  });
}

export async function moveDueDate(row: Row, day: string): Promise<Outcome | undefined> {
  const { code } = row;
  const question = dueDayQuestion(row, day, dayInIstanbul(serverNow()));
  if (question && !(await confirm(question))) return;
  try {
    const body = { due_at: `${day}T23:59:59+03:00` };
    const changed = await adminCall('PATCH /api/admin/checkouts/:code', { params: { code }, body });
    await showChanged(changed, `Son ödeme günü değişti: ${code}`);
  } catch (error) {
    return toProblem(error, 'Son ödeme günü değiştirilemedi.', { conflict: 'day' });
  }
}

export async function release({ code, buyer_name }: Row): Promise<void> {
  const sure = await confirm({
    title: `${buyer_name ?? code} için ayrılan yerler boşaltılsın mı?`,
    text: 'Yerler yeniden satışa çıkar ve alıcıya e-posta gider.',
    yes: 'Yerleri boşalt',
    danger: true,
  });
  if (!sure) return;
  await withFailureToast('Yerler boşaltılamadı.', async () => {
    const changed = await adminCall('POST /api/admin/checkouts/:code/release', { params: { code } });
    await showChanged(changed, `Yerler boşaltıldı: ${code}`);
  });
}

/** Makes a refund task and says in a notice what became of it. */
export async function askRefund({ code }: Row, amount: number, reason: string): Promise<Problem | undefined> {
  const body = { amount, reason };
  try {
    const refund = await sendOnce(`refund ${code}`, (headers) =>
      adminCall('POST /api/admin/checkouts/:code/refunds', { params: { code }, body }, { headers }),
    );
    if (refund.problem) toast({ text: `Geri ödeme görevi açıldı. ${refund.problem}`, tone: 'err' });
    else if (refund.state === 'done') toast(`${formatLira(amount)} karta iade edildi.`);
    else toast(`${formatLira(amount)} için geri ödeme görevi açıldı.`);
    await reloadAll();
  } catch (error) {
    // It may have been made. The dialog stays as it is, so that it can be sent again as it was.
    await reloadLists();
    if (isDoneBefore(error)) return { fields: {}, message: refundMadeText };
    return toProblem(error, 'Geri ödeme görevi açılamadı. Yazdıklarınız duruyor, tekrar deneyin.', {
      conflict: 'amount',
    });
  }
}

const refundMadeText = 'Önceki denemenizdeki geri ödeme görevi açıldı. Bu başka bir iadeyse yeniden gönderin.';

/**
 * Tells the card service to pay a refund back; a second time after a question. `absent`: somebody saw in the service's
 * panel that a refund whose answer was lost is not there, and it is sent without asking the service.
 */
export async function tellCardService({ id, amount, problem }: Refund, absent: boolean): Promise<void> {
  const question = absent
    ? {
        title: `${formatLira(amount)} yeniden gönderilsin mi?`,
        text: 'Kart hizmetinin panelinde bu iadenin olmadığını gördüyseniz gönderin; yoksa iki kez ödenebilir.',
        yes: 'Panelde yok, gönder',
        danger: true,
      }
    : { title: `${formatLira(amount)} karta iade edilsin mi?`, text: problem ?? '', yes: 'Yeniden dene' };
  if (problem && !(await confirm(question))) return;
  await withFailureToast('Karta iade edilemedi.', async () => {
    const told = await adminCall('POST /api/admin/refunds/:id/card', { params: { id }, body: { absent } });
    if (told.problem) toast({ text: told.problem, tone: 'err' });
    else toast(`${formatLira(amount)} karta iade edildi.`);
  });
  await reloadAll();
}

/** Pays a card payment back to its card, as far as it is neither being paid back nor kept. */
export async function refundCard(row: Row, { amount }: Payment): Promise<void> {
  const left = Math.min(amount, refundable(row).free);
  const title = `${formatLira(left)} karta iade edilsin mi?`;
  const text = 'Kart hizmetine hemen bildirilir; alıcıya e-posta gider. Yerler boşalmaz.';
  if (!(await confirm({ title, text, yes: 'Karta iade et', danger: true }))) return;
  const problem = await askRefund(row, left, 'Karta iade');
  if (problem) toast({ text: problem.message || 'Karta iade edilemedi.', tone: 'err' });
}

/** Takes a refund one step further, or withdraws it after a question. */
export async function changeRefund(refund: Refund, to: Refund['state']): Promise<void> {
  const withdrawn = to === 'void';
  const title = `${formatLira(refund.amount)} tutarındaki geri ödemeden vazgeçilsin mi?`;
  const text = refund.unheard ? 'Kart hizmeti bu iadeyi yapmış olabilir: önce hizmetin panelinde bakın.' : undefined;
  if (withdrawn && !(await confirm({ title, text, yes: 'Geri ödemeden vazgeç', no: 'Geri dön', danger: true }))) return;
  await withFailureToast('Geri ödeme değiştirilemedi.', async () => {
    await adminCall('PATCH /api/admin/refunds/:id', { params: { id: refund.id }, body: { state: to } });
    toast(withdrawn ? 'Geri ödemeden vazgeçildi.' : `${refund.code}: ${to === 'sent' ? 'gönderildi' : 'tamamlandı'}.`);
  });
  await reloadAll();
}

export const refundStep = (refund: Refund) => nextRefundStep[refund.state];

export async function downloadAccounting(from: string, to: string): Promise<void> {
  await withFailureToast('Liste alınamadı.', async () => {
    const csv = await adminText('GET /api/admin/accounting.csv', { query: { from, to } });
    saveCsv(`muhasebe-${from}-${to}.csv`, `\ufeff${csv}`);
  });
}
