import { atom } from 'nanostores';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { CallError } from '../../http.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminUpload, sentenceOf } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { refreshCounts } from '../counts.store.ts';
import { createEditing } from '../editing.store.ts';
import { createForm, type Form, type Saving } from '../form.store.ts';
import { $screen, navigate, returnPath } from '../router.store.ts';
import { blankProduct, checkProduct, movedFrom, type ProductValues, toBody, toValues } from './product.ts';

/** SPEC.md 9: so long the good news stands before the list opens. */
const redirectDelay = 1500;

export const $openFailure = atom<string | undefined>();

export const addForm: Form<ProductValues> = createForm({
  room: 'product',
  blank: blankProduct,
  check: (values) => checkProduct(values, $product.get()),
  failure: (error) =>
    error instanceof CallError
      ? sentenceOf(error, '❌ Ürün eklenirken hata oluştu.', '❌ Sunucuya ulaşılamadı.')
      : '❌ İstek sırasında hata oluştu.',
});

export const editForm: Form<ProductValues> = createForm({
  room: 'product',
  blank: blankProduct,
  check: (values) => checkProduct(values, $product.get()),
  failure: (error) => `❌ Güncelleme başarısız. ${sentenceOf(error, '')}`.trim(),
});

const editing = createEditing(editForm, blankProduct, toValues);
/** `$product` is the stored event behind the form: the one edited, or the one a copy is made of. */
export const { $stored: $product, $conflict, takeTheirs } = editing;

/** Tells the event asked for last from one whose answer comes late. */
let asked = 0;

function clear(): number {
  $product.set(undefined);
  $openFailure.set(undefined);
  asked += 1;
  return asked;
}

/** Opens the form for a new event, or for the copy of one: everything but the day. */
export async function openNew(copy: string | undefined): Promise<void> {
  const mine = clear();
  if (!copy) return addForm.open('new', blankProduct);
  await load(copy, mine, (original) => {
    $product.set(original);
    addForm.open(`copy-${original.id}`, { ...toValues(original), date: '' });
  });
}

/** Opens an event to edit. */
export async function openProduct(id: string): Promise<void> {
  $conflict.set(undefined);
  await load(id, clear(), editing.show);
}

async function load(id: string, mine: number, show: (product: AdminProduct) => void): Promise<void> {
  try {
    const product = await adminCall('GET /api/admin/product/:id', { params: { id } });
    if (mine === asked) show(product);
  } catch (error) {
    const gone = error instanceof CallError && error.status === 404;
    if (mine === asked) $openFailure.set(gone ? '❌ Ürün bulunamadı.' : sentenceOf(error, '❌ Ürünler yüklenemedi.'));
  }
}

const oldImages = (values: ProductValues, stored: AdminProduct | undefined) => ({
  oldImage1: values.image1 ? undefined : stored?.image1,
  oldImage2: values.image2 ? undefined : stored?.image2,
});

export async function addProduct(): Promise<void> {
  const original = $product.get();
  const added = await addForm.submit(async ({ values, signal, onProgress }) => {
    const body = await toBody(values, { ...oldImages(values, original), copy_of: original?.id });
    return adminUpload('POST /api/product/add', { body }, onProgress, signal);
  });
  if (!added) return;
  $product.set(undefined);
  addForm.open('new', blankProduct);
  scrollTo({ top: 0 });
  toast({
    text: '✅ Ürün başarıyla eklendi!',
    action: { label: 'Ürünlere git', run: () => void navigate(paths.adminProducts) },
  });
  await refreshCounts();
}

export async function updateProduct(): Promise<void> {
  const before = $product.get();
  if (!before) return;
  const saved = await editForm.submit((saving) => send(before, saving));
  if (saved) await celebrate(before, saved);
}

/** Saves what is in the form over what somebody else saved; seats are still counted from what this form was opened with. */
export async function overwrite(): Promise<void> {
  const [before, current] = [$product.get(), $conflict.get()];
  if (!before || !current) return;
  $conflict.set(undefined);
  const saved = await editForm.submit((saving) => send({ ...current, stock: before.stock }, saving));
  if (saved) await celebrate(current, saved);
}

async function send(base: AdminProduct, { values, onProgress, signal }: Saving<ProductValues>) {
  const { stock, updated_at } = base;
  const more = { ...oldImages(values, base), stock_base: String(stock), updated_at };
  const body = await toBody(values, more);
  try {
    const input = { params: { id: base.id }, body };
    return await adminUpload('PUT /api/product/update/:id', input, onProgress, signal);
  } catch (error) {
    editing.keepConflict(error);
    throw error;
  }
}

async function celebrate(before: AdminProduct, saved: AdminProduct): Promise<void> {
  editing.show(saved);
  toast('✅ Ürün başarıyla güncellendi!');
  if (saved.seats_sold > 0 && movedFrom(before, saved)) await offerNotice(saved);
  setTimeout(() => {
    // Whoever went on by themselves, or went on typing, is left where they are.
    const screen = $screen.get();
    const here = screen?.name === 'editProduct' && screen.params.id === saved.id;
    if (here && !editForm.$dirty.get()) void navigate(returnPath('products'));
  }, redirectDelay);
}

/** Tickets are sold for another day or place: those who hold them should hear of it. */
async function offerNotice({ id, seats_sold }: AdminProduct): Promise<void> {
  const yes = await ask({
    title: 'Katılımcılara haber verilsin mi?',
    text: `Etkinliğin günü, saati ya da yeri değişti ve ${seats_sold} kontenjan satılmış. Bilet alanlara ve katılımcılara yeni bilgileri e-postayla gönderebilirsiniz.`,
    yes: 'E-posta gönder',
    no: 'Gönderme',
  });
  if (!yes) return;
  try {
    const { message } = await adminCall('POST /api/admin/product/:id/notice', { params: { id } });
    toast(message);
  } catch (error) {
    toast({ text: sentenceOf(error, 'E-postalar gönderilemedi.'), tone: 'err' });
  }
}
