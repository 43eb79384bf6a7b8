import { eq } from 'drizzle-orm';
import type { NewDates } from '../../contract/catalog.ts';
import { startsAt } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { IdempotentRequest } from '../http/idempotency.ts';
import { mutate } from '../mutation.ts';
import { doOnce } from '../orders/idempotency.service.ts';
import { dropRedirect } from '../redirects/redirects.service.ts';
import type { Sales } from './catalog.admin.service.ts';
import { readProduct } from './catalog.service.ts';
import { products } from './catalog.tables.ts';
import { auditSnapshot, findFreeSlug, pathOf, retryOnTakenSlug } from './products.admin.service.ts';
import { lockSeatProducts } from './seats.service.ts';

/**
 * Adds further dates of a product, each a product of its own with all its words, pictures and as many seats, in one
 * series with it; once for each key of a request. Returns how many. Throws `not_found` and `idempotency_mismatch`.
 */
export const addDates = (
  ctx: AppContext,
  { seatsSold }: Sales,
  actorId: string,
  id: string,
  { dates }: NewDates,
  request?: IdempotentRequest,
): Promise<number> =>
  retryOnTakenSlug(() =>
    mutate(ctx, actorId, (mutation) =>
      doOnce(mutation, request, async () => {
        const { tx, now } = mutation;
        // A sale between the two readings would count its seats twice.
        await lockSeatProducts(tx, [id]);
        const { products: row } = await readProduct(tx, id);
        const { title, price_kurus, description, location, category_id, image1, image2, search, status } = row;
        const { withdrawal, vat_rate, question, question_kind } = row;
        const { duration_minutes, min_participants, decide_hours, online_url, bring } = row;
        const { leader, age_from, age_to } = row;
        const series_id = row.series_id ?? row.id;
        const stock = row.stock + ((await seatsSold(tx, [id])).get(id) ?? 0);
        await tx.update(products).set({ series_id }).where(eq(products.id, id));
        for (const { date, time } of dates) {
          const slug = await findFreeSlug(tx, title);
          const [added] = await tx
            .insert(products)
            .values({
              ...{ title, price_kurus, description, location, category_id, image1, image2, search, status },
              ...{ duration_minutes, min_participants, decide_hours, online_url, bring },
              ...{ leader, age_from, age_to },
              ...{ withdrawal, vat_rate, question, question_kind, series_id, stock, slug, date, time },
              starts_at: startsAt(date, time),
              created_at: now,
              updated_at: now,
            })
            .returning();
          if (!added) continue;
          await dropRedirect(tx, pathOf(slug));
          await mutation.audit({ action: 'add', entity: 'product', entityId: added.id, after: auditSnapshot(added) });
        }
        await mutation.contentChanged('catalog', id);
        return dates.length;
      }),
    ),
  );
