import type { OrderPreview, PaymentMethod } from '../../contract/orders.ts';
import { readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { createBatcher } from '../db/batcher.ts';
import { findRateRefusal, findRefusal, type MergedLine } from './checkout.ts';
import { type BuyerHistory, readBuyerHistory } from './seatsHeld.service.ts';
import { createSellerTermsReader } from './seller.service.ts';
import { toPreview, toTerms } from './terms.ts';

interface PreviewRequest {
  buyerId: string;
  lines: MergedLine[];
  method: PaymentMethod | null | undefined;
}

/**
 * Answers what an order would be, or throws as the order would. Writes and locks nothing. Requests of one moment share
 * their queries.
 */
export function createPreview(ctx: AppContext): (request: PreviewRequest) => Promise<OrderPreview> {
  const readTerms = createSellerTermsReader(ctx);
  return createBatcher(async (requests) => {
    const now = ctx.clock();
    const productIds = requests.flatMap(({ lines }) => lines.map(({ id }) => id));
    const buyerIds = [...new Set(requests.map(({ buyerId }) => buyerId))];
    const [products, seller] = await Promise.all([readSeatProducts(ctx.db, productIds), readTerms(ctx.db, now)]);
    const histories = await readBuyerHistory(ctx.db, buyerIds, [...products.keys()], now);
    return requests.map(({ buyerId, lines, method }) => {
      const history = histories.get(buyerId) as BuyerHistory;
      const refusal =
        findRateRefusal(history, ctx.env.rateLimitFactor, now) ?? findRefusal(lines, products, history, now);
      if (refusal) return refusal;
      try {
        return toPreview(toTerms(lines, products, seller, method, now));
      } catch (error) {
        return error as Error;
      }
    });
  });
}
