import type { AdminProduct } from '../../../contract/catalog.ts';
import { seatNote } from '../../catalog/catalog.ts';
import type { Difference } from '../differences.ts';

export const imagesMissing = '❗ Lütfen iki görseli de seçin.';

/** The form's fields as typed; pictures only where new ones are chosen. */
export type ProductValues = {
  title: string;
  price: string;
  description: string;
  stock: string;
  date: string;
  time: string;
  location: string;
  category: string;
  image1: File | undefined;
  image2: File | undefined;
};

export const blankProduct: ProductValues = {
  title: '',
  price: '',
  description: '',
  stock: '',
  date: '',
  time: '',
  location: '',
  category: '',
  image1: undefined,
  image2: undefined,
};

export const toValues = (product: AdminProduct): ProductValues => ({
  title: product.title,
  price: (Number.isInteger(product.price) ? String(product.price) : product.price.toFixed(2)).replace('.', ','),
  description: product.description,
  stock: String(product.stock),
  date: product.date,
  time: product.time,
  location: product.location,
  category: product.category,
  image1: undefined,
  image2: undefined,
});

/** Digits only: a minus is not even taken (SPEC.md 5). */
export const isStock = (value: string): boolean => /^\d{0,6}$/.test(value);
/** Lira with at most two decimals, comma or point. */
export const isPrice = (value: string): boolean => /^\d{0,7}(?:[.,]\d{0,2})?$/.test(value);

const required: [field: keyof ProductValues & string, sentence: string][] = [
  ['title', 'Lütfen başlık girin.'],
  ['description', 'Lütfen açıklama girin.'],
  ['price', 'Lütfen geçerli bir ücret girin.'],
  ['stock', 'Kontenjan 0 ya da daha büyük bir tam sayı olmalıdır.'],
  ['date', 'Lütfen geçerli bir tarih girin.'],
  ['time', 'Lütfen geçerli bir saat girin.'],
  ['location', 'Lütfen konum girin.'],
  ['category', 'Lütfen kategori seçin.'],
];

/** What is missing, before anything travels; `stored` are pictures that stand already. */
export function checkProduct(
  values: ProductValues,
  stored: { image1: string; image2: string } | undefined,
): Partial<Record<keyof ProductValues, string>> {
  const errors: Partial<Record<keyof ProductValues, string>> = {};
  for (const [field, sentence] of required) if (!String(values[field] ?? '').trim()) errors[field] = sentence;
  for (const image of ['image1', 'image2'] as const) if (!values[image] && !stored) errors[image] = imagesMissing;
  return errors;
}

/** The multipart body of both calls; throws when a chosen file cannot be read any more. */
export async function toBody(values: ProductValues, more: Record<string, string | undefined>): Promise<FormData> {
  const body = new FormData();
  for (const [field, value] of Object.entries({ ...values, ...more })) {
    if (typeof value === 'string') body.set(field, value);
    if (value instanceof File) {
      await value.slice(0, 1).arrayBuffer();
      body.set(field, value);
    }
  }
  return body;
}

const labels: [field: keyof ProductValues & string, label: string][] = [
  ['title', 'Başlık'],
  ['price', 'Fiyat'],
  ['stock', 'Stok'],
  ['date', 'Tarih'],
  ['time', 'Saat'],
  ['location', 'Konum'],
  ['category', 'Kategori'],
  ['description', 'Açıklama'],
];

/** Every field as the form and as the stored event have it. */
export function sideBySide(values: ProductValues, current: AdminProduct): Difference[] {
  const stored = toValues(current);
  return labels.map(([field, label]) => ({ label, mine: String(values[field]), theirs: String(stored[field]) }));
}

/** How an event sells: green while there are plenty of seats, a warning while there are few, grey once it is over. */
export function saleTone({ stock, on_sale }: AdminProduct): 'ok' | 'warn' | 'mute' {
  if (!on_sale || stock === 0) return 'mute';
  return seatNote(stock) ? 'warn' : 'ok';
}

/** The same in words. */
export const saleWords = ({ stock, on_sale }: AdminProduct): string =>
  on_sale ? seatNote(stock) || 'Satışta' : 'Geçmiş';

/** What of it people who hold a ticket must hear of. */
export function movedFrom(before: AdminProduct, after: AdminProduct): boolean {
  return before.date !== after.date || before.time !== after.time || before.location !== after.location;
}
