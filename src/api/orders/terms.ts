import { orderTexts } from '../../contract/orders.texts.ts';
import type { OrderPreview, PaymentMethod } from '../../contract/orders.ts';
import type { SavedPaymentSettings } from '../../contract/paymentSettings.ts';
import { paymentTexts } from '../../contract/payments.texts.ts';
import type { Site } from '../../contract/site.ts';
import { maxOrderLira } from '../../shared/limits.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import type { SeatLine, SeatProduct } from '../catalog/seats.service.ts';
import type { PublishedLegalText } from '../content/publishedLegal.service.ts';
import { documentSlugs, type Frame, type OrderDetails, renderDocumentsPreview } from '../documents/render.ts';
import { invalid } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { dueAt, isNear } from '../payments/dueDates.ts';
import { offeredMethods } from '../payments/paymentSettings.service.ts';
import { questionOf } from './answers.ts';

/** What is said about paying an order. */
export interface Seller {
  settings: SavedPaymentSettings;
  site: Site;
}

/** What decides the terms of an order besides its lines. */
export interface SellerTerms extends Seller {
  /** The published texts that documents are made of. */
  texts: PublishedLegalText[];
  frames: Frame[];
}

/** What an order is agreed to be, before it has a code. */
export interface OrderTerms {
  methods: PaymentMethod[];
  due_at: Date;
  total_kurus: number;
  frames: Frame[];
  details: OrderDetails;
  /** The published contract, whose version the buyer names. */
  contract: PublishedLegalText;
  lines: OrderPreview['lines'];
}

/**
 * Terms of an order of these lines, whose products are all there. Without a method the first one offered is taken.
 * Throws `invalid` for a method that is not offered, and for more than one order may cost.
 */
export function toTerms(
  lines: SeatLine[],
  products: ReadonlyMap<string, SeatProduct>,
  { settings, texts, frames }: SellerTerms,
  asked: PaymentMethod | null | undefined,
  now: Date,
): OrderTerms {
  const rows = lines.map(({ id, quantity }) => ({ product: products.get(id) as SeatProduct, quantity }));
  const start = new Date(Math.min(...rows.map(({ product }) => product.starts_at.getTime())));
  const methods = offeredMethods(settings, isNear(start, settings.days_before, now));
  const method = asked ?? methods[0];
  if (!method || !methods.includes(method)) throw invalid({ method: paymentTexts.method });
  const due_at = dueAt(start, settings.days_before, now);
  const total_kurus = rows.reduce((sum, { product, quantity }) => sum + product.price_kurus * quantity, 0);
  if (total_kurus > toKurus(maxOrderLira)) throw invalid({ cartItems: orderTexts.tooMuch });
  const shown = rows.map(({ product, quantity }) => ({
    id: product.id,
    event_title: product.title,
    date: product.date,
    time: product.time,
    location: product.location,
    duration_minutes: product.duration_minutes,
    age_from: product.age_from,
    age_to: product.age_to,
    quantity,
    unit_price: toLira(product.price_kurus),
    price: toLira(product.price_kurus * quantity),
    withdrawal: product.withdrawal,
  }));
  return {
    methods,
    due_at,
    total_kurus,
    frames,
    contract: texts[documentSlugs.indexOf('mesafeli-satis')] as PublishedLegalText,
    details: { lines: shown, total: toLira(total_kurus), method, due_at: due_at.toISOString() },
    lines: shown.map((line, index) => ({ ...line, question: questionOf(rows[index]?.product) })),
  };
}

/** Previews kept in memory, all of the present texts. The buyers of one event see the same few. */
const maxPreviews = 100;
let previews: { frames: Frame[]; byTerms: Map<string, OrderPreview> } = { frames: [], byTerms: new Map() };

/**
 * The terms as the buyer reads them before the button, with the hash that an order may send back. Equal terms get the
 * same frozen preview, which is rendered, hashed and serialised once.
 */
export function toPreview({ methods, due_at, frames, details, lines }: OrderTerms): OrderPreview {
  if (previews.frames !== frames || previews.byTerms.size >= maxPreviews) previews = { frames, byTerms: new Map() };
  const key = JSON.stringify([methods, details, lines]);
  let preview = previews.byTerms.get(key);
  if (!preview) {
    const documents = renderDocumentsPreview(frames, details);
    const terms = { total: details.total, due_at: due_at.toISOString(), methods, lines };
    const hashed = { ...terms, method: details.method, documents: documents.map((document) => document.sha256) };
    preview = Object.freeze({ ...terms, documents, preview_hash: sha256(JSON.stringify(hashed)) });
    previews.byTerms.set(key, preview);
  }
  return preview;
}
