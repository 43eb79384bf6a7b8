import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { seatsSql } from '../../src/api/orders/seatHolders.service.ts';
import { addMissingTickets } from '../../src/api/tickets/tickets.service.ts';
import { tickets } from '../../src/api/tickets/tickets.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { addProduct, checkout } from './shop.ts';

// The negative control of the race for missing tickets: nothing but the unique index keeps a seat to one ticket.
test('without the index two processes give a seat two tickets, so the race test can fail', async () => {
  const api = await openTestApi();
  const { token } = await api.signUp();
  await checkout(api, token, [cartLine(await addProduct(api.ctx), 5)]);
  await api.ctx.db.delete(tickets);
  await api.ctx.db.execute(sql`drop index app.tickets_seat`);
  // Connections open at first use; without them the four would run one after the other.
  await Promise.all(Array.from({ length: 4 }, () => api.ctx.db.execute(sql`select pg_sleep(0.2)`)));
  await Promise.all(Array.from({ length: 4 }, () => addMissingTickets(api.ctx, seatsSql)));
  expect(await api.ctx.db.$count(tickets)).toBeGreaterThan(5);
});
