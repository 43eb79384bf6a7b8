import { atom } from 'nanostores';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatMoneyInput, parseMoneyInput } from '../../../shared/moneyInput.ts';
import { paths } from '../../adminPaths.ts';
import { CallError } from '../../http.ts';
import { isDoneBefore, sendDraftOnce } from '../../sendOnce.ts';
import { beginRequest } from '../../ui/asyncState.ts';
import { createEditForm } from '../../ui/editForm.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminUpload, errorMessage, loadMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { createEditor } from '../editor.store.ts';
import { mailNotice } from '../notice.calls.ts';
import { $screen, navigate, returnTo } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';
import {
  blankProduct,
  checkProduct,
  copiedValues,
  lineEnds,
  type ProductValues,
  priceQuestion,
  savedValues,
  timePlaceOrLeaderChanged,
  toBody,
  toValues,
} from './products.ts';

/** Time to read the message of a saved product before the list opens. */
const redirectDelayMs = 1500;

/** Why the product to edit or to copy could not be opened. */
export const $openFailure = atom<string | undefined>();
/** The product a new one is copied from. */
export const $original = atom<AdminProduct | undefined>();

export const addForm = createEditForm<ProductValues>({
  name: 'product',
  blank: blankProduct,
  check: (values) => checkProduct(values, $original.get()),
  failure: (error) =>
    isDoneBefore(error)
      ? '❌ Önceki denemenizdeki atölye eklendi. Bu başka bir atölyeyse yeniden ekleyin.'
      : error instanceof CallError
        ? errorMessage(error, '❌ Ürün eklenirken hata oluştu.', '❌ Sunucuya ulaşılamadı.')
        : '❌ İstek sırasında hata oluştu.',
});

export const editor = createEditor({
  name: 'product',
  blank: blankProduct,
  counts: ['stock'],
  toValues,
  savedValues,
  check: checkProduct,
  failure: (error) => `❌ Güncelleme başarısız. ${errorMessage(error, '', 'Sunucuya ulaşılamadı.')}`.trim(),
  async send({ values, onProgress, signal }, stored: AdminProduct | undefined, base) {
    const body = await toBody(values, {
      ...oldImages(values, base),
      // Seats are counted from what this form was opened with, also over an edit of somebody else.
      stock_base: stored && String(stored.stock),
      updated_at: base?.updated_at,
    });
    return adminUpload('PUT /api/product/update/:id', { params: { id: stored?.id ?? '' }, body }, onProgress, signal);
  },
  afterSave,
});

/** Opens the form of a new product, or of a copy, which has everything but the date. */
export async function openNew(copyOf: string | undefined): Promise<void> {
  $original.set(undefined);
  if (!copyOf) {
    // Drops the late answer of an older request.
    beginRequest($openFailure);
    $openFailure.set(undefined);
    return addForm.open('new', blankProduct);
  }
  await load(copyOf, (original) => {
    $original.set(original);
    addForm.open(`copy-${original.id}`, copiedValues(original));
  });
}

export function openProduct(id: string): Promise<void> {
  editor.show(undefined);
  return load(id, editor.show);
}

async function load(id: string, show: (product: AdminProduct) => void): Promise<void> {
  const isNewest = beginRequest($openFailure);
  $openFailure.set(undefined);
  try {
    const product = await adminCall('GET /api/admin/product/:id', { params: { id } });
    if (isNewest()) show(product);
  } catch (error) {
    if (!isNewest()) return;
    const gone = error instanceof CallError && error.status === 404;
    $openFailure.set(gone ? '❌ Ürün bulunamadı.' : loadMessage(error, '❌ Ürünler yüklenemedi.'));
  }
}

/** The stored pictures that stay. */
const oldImages = (values: ProductValues, stored: AdminProduct | undefined) => ({
  oldImage1: values.image1 ? undefined : stored?.image1,
  oldImage2: values.image2 ? undefined : stored?.image2,
});

export async function add(): Promise<void> {
  const original = $original.get();
  if (original && !(await confirmPrice(addForm, { ...original, seats_sold: 0 }))) return;
  const added = await addForm.submit(async ({ values, signal, onProgress }) => {
    const body = await toBody(values, { ...oldImages(values, original), copy_of: original?.id });
    return sendDraftOnce(`product ${original?.id ?? 'new'}`, (headers) =>
      adminUpload('POST /api/product/add', { body, headers }, onProgress, signal),
    );
  });
  if (!added) return;
  $original.set(undefined);
  addForm.open('new', blankProduct);
  scrollTo({ top: 0 });
  toast({
    text: added.message,
    action: { label: 'Atölyelere git', run: () => void navigate(paths.adminProducts) },
  });
  await refreshStats();
}

/** Saves the product in the form, after asking about a price that may be a mistake and about a line that ends. */
export async function save(): Promise<void> {
  const stored = editor.$stored.get();
  const { price } = editor.form.$form.get().values;
  const read = parseMoneyInput(price);
  // As it is shown once it is saved, so that an edit whose answer was lost is known again.
  if ('kurus' in read && formatMoneyInput(read.kurus) !== price) editor.form.set('price', formatMoneyInput(read.kurus));
  if (stored && (await confirmPrice(editor.form, stored)) && (await confirmDraft(stored))) await editor.save();
}

async function confirmDraft(stored: AdminProduct): Promise<boolean> {
  const text = lineEnds(stored);
  const becomesDraft = stored.status === 'published' && editor.form.$form.get().values.status === 'draft';
  if (!becomesDraft || !text) return true;
  return confirm({ title: 'Bekleme listesi sona ersin mi?', text, yes: 'Evet, taslak yap', danger: true });
}

async function confirmPrice(form: Pick<typeof addForm, '$form'>, stored: AdminProduct): Promise<boolean> {
  const { values } = form.$form.get();
  const question = 'kurus' in parseMoneyInput(values.price) && priceQuestion(values.price, stored);
  return !question || confirm({ ...question, yes: 'Evet, kaydet', no: 'Vazgeç' });
}

async function afterSave({ message, ...saved }: AdminProduct & { message: string }, base?: AdminProduct) {
  editor.show(saved);
  toast(message);
  if (base && saved.seats_sold > 0 && timePlaceOrLeaderChanged(base, saved)) await offerNotification(saved);
  setTimeout(() => {
    // Stays if the admin left the screen or typed on.
    const screen = $screen.get();
    const isHere = screen?.name === 'editProduct' && screen.params.id === saved.id;
    if (isHere && !editor.form.$dirty.get()) void returnTo('products');
  }, redirectDelayMs);
}

/** Offers to mail buyers and participants the new time, place or leader. */
async function offerNotification({ id, seats_sold }: AdminProduct): Promise<void> {
  const yes = await confirm({
    title: 'Katılımcılara haber verilsin mi?',
    text: `Atölyenin günü, saati, yeri ya da yürüteni değişti ve ${seats_sold} kontenjan satılmış. Bilet alanlara ve katılımcılara yeni bilgileri e-postayla gönderebilirsiniz. Bununla yedi günlük seçim süresi başlar: değişiklikten önce alanlar bedelin tamamıyla iptal edebilir.`,
    yes: 'E-posta gönder',
    no: 'Şimdi değil',
  });
  if (yes) await mailNotice(id);
}
