import { asc, eq } from 'drizzle-orm';
import { checkIns } from '../../src/api/door/door.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import type { TestApi } from './harness.ts';
import { addProduct, checkout } from './shop.ts';

interface Sold {
  product: string;
  orderId: string;
  code: string;
  buyer: string;
  /** Codes of the tickets, by position. */
  tickets: string[];
}

const ticketOf = (url: string | null | undefined) => url?.split('/').at(-1) as string;

/** Sells so many seats of a new product, or of this one. */
export async function sellSeats(api: TestApi, quantity = 1, product?: string): Promise<Sold> {
  const id = product ?? (await addProduct(api.ctx, { stock: 400 }));
  const { token } = await api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
  await checkout(api, token, [cartLine(id, quantity)]);
  const order = (await api.send('GET /api/my-orders', { token })).body[0]!;
  const tickets = order.participants.map(({ ticket_url }) => ticketOf(ticket_url));
  return { product: id, orderId: order.id, code: order.code, buyer: token, tickets };
}

/** A phone at the door, with a clock that is off by so many milliseconds. */
export function openDevice(api: TestApi, token: string, device = crypto.randomUUID(), offsetMs = 0) {
  const byClock = (time: number) => new Date(time + offsetMs).toISOString();
  const now = () => api.ctx.clock().getTime();
  return {
    device,
    now,
    scan: (product_id: string, what: { ticket?: string; participant_id?: string; undo?: boolean }, at = now()) => ({
      ...{ nonce: crypto.randomUUID(), product_id, at: byClock(at) },
      ...what,
    }),
    async send(scans: object[]) {
      const body = { device, sent_at: byClock(now()), scans };
      return api.send('POST /api/admin/door/scans', { token, body });
    },
  };
}

/** Sends the same scan a hundred times at once; answers how many rows it made and how many different answers. */
export async function rushOneScan(api: TestApi) {
  const { product, tickets } = await sellSeats(api);
  const admin = await api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
  const phone = openDevice(api, admin.token);
  const scan = phone.scan(product, { ticket: tickets[0]! });
  const answers = await Promise.all(Array.from({ length: 100 }, () => phone.send([scan])));
  const rows = await api.ctx.db.$count(checkIns, eq(checkIns.device, phone.device));
  return { rows, answers: new Set(answers.map(({ status, text }) => `${status} ${text}`)).size };
}

/** What was written down for a device, in the order it came. */
export const readScanned = ({ ctx: { db } }: TestApi, device: string) =>
  db.select().from(checkIns).where(eq(checkIns.device, device)).orderBy(asc(checkIns.at));
