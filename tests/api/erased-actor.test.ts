import { expect, test } from 'vitest';
import { findUser } from '../../src/api/account/account.admin.service.ts';
import { updatePhone } from '../../src/api/account/account.service.ts';
import { noteLegalChanges } from '../../src/api/account/legalChanges.service.ts';
import { endSession } from '../../src/api/account/sessions.service.ts';
import { addToCart, deleteFromCart } from '../../src/api/cart/cart.service.ts';
import { openTestApi } from './harness.ts';
import { addProduct } from './shop.ts';

const { ctx, send, signUp } = await openTestApi();
const product = await addProduct(ctx);
const { id, token } = await signUp();
const user = await findUser(ctx.db, id);
await send('DELETE /api/profile', { token, body: {} });

// Each call was authorised before the erasure committed.
test.each<[string, () => Promise<unknown>]>([
  ['of the phone number', () => updatePhone(ctx, id, '+905321112233')],
  ['of the legal texts that were read', () => noteLegalChanges(ctx, user, ctx.clock().toISOString())],
  ['that puts seats into the cart', () => addToCart(ctx, id, product, 1)],
  ['that takes seats out of the cart', () => addToCart(ctx, id, product, -1)],
  ['that takes a line out of the cart', () => deleteFromCart(ctx, id, product)],
  [
    'that ends a session',
    () => endSession(ctx, id, crypto.randomUUID(), { networks: ['203.0.113.9'], deviceId: undefined, deviceName: '' }),
  ],
])('a change %s by an account that was erased meanwhile is refused as without a session', async (_what, change) => {
  await expect(change()).rejects.toMatchObject({ code: 'unauthenticated' });
});
