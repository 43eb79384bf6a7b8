import { $guestCart } from '../cart/cart.state.ts';
import { CallError, call } from '../http.ts';
import { paths } from '../paths.ts';
import { isUnanswered } from '../sendOnce.ts';
import type { Outcome, Problem, Values } from '../ui/form.ts';
import { StorageError } from './device.ts';
import { errorCode, toProblem } from './problem.ts';
import { readRegistration, removeRegistration, storeRegistration } from './registration.ts';
import { pathAfterSignIn } from './returnTo.ts';
import { activateAndSignIn } from './session.store.ts';

/** Most lines of a guest's cart that are sent with a registration. */
const maxCartLines = 50;

/**
 * Creates an account with the guest's cart; its activation link is then mailed. Answers what is wrong, if anything.
 * `returnTo` is where the activation leads in this browser.
 */
export async function register(
  { name = '', surname = '', email = '', password = '', phone_number }: Values,
  returnTo: string | undefined,
) {
  const items = $guestCart.get().slice(0, maxCartLines);
  const cart = items.map(({ id, quantity }) => ({ product_id: id, quantity }));
  const details = { name, surname, email, password, phone_number: phone_number?.trim() || null, role: 'user' };
  try {
    await call('POST /api/register', { body: { ...details, cart } }, { token: null, status: 201 });
    storeRegistration({ email: email.trim(), cart, returnTo });
  } catch (error) {
    const isAnswered = error instanceof CallError && error.status > 0;
    const fallback = isAnswered ? 'Kayıt işlemi başarısız oldu.' : 'Bir hata oluştu. Lütfen tekrar deneyin.';
    return toProblem(error, fallback, { email_taken: 'email' });
  }
}

/** What is wrong with an activation; `expired` when the link is no longer valid, perhaps by a try without an answer. */
export type ActivationProblem = Problem & { expired?: boolean; mayBeActive?: boolean };

/** Whether a try with the link of this page stayed without an answer. */
let unanswered = false;

function toActivationProblem(error: unknown): ActivationProblem {
  unanswered ||= isUnanswered(error) && !(error instanceof StorageError);
  const expired = errorCode(error) === 'link_expired';
  if (expired && unanswered) return { fields: {}, message: mayBeActiveText, expired, mayBeActive: true };
  const fallback = 'Hesabınız etkinleştirilemedi. Lütfen tekrar deneyin.';
  return { ...toProblem(error, fallback, { wrong_password: 'password' }), expired, mayBeActive: false };
}

const mayBeActiveText = 'Önceki denemenizin yanıtı ulaşmadı; bağlantı o sırada kullanılmış olabilir.';

/** Activates the account of a mailed link with its password and signs in. Answers where to go, or what is wrong. */
export async function activate(token: string, password: string): Promise<{ path: string } | ActivationProblem> {
  try {
    const user = await activateAndSignIn(token, password);
    return { path: pathAfterSignIn(user, await findReturnPath(user.email)) };
  } catch (error) {
    return toActivationProblem(error);
  }
}

/** Where the person was going when they registered; else, and in another browser, the cart if something is in it. */
async function findReturnPath(email: string): Promise<string | undefined> {
  const known = readRegistration(email);
  removeRegistration();
  if (known?.returnTo) return known.returnTo;
  const { cart } = await call('GET /api/cart').catch(() => ({ cart: [] }));
  return cart.length ? paths.checkout : undefined;
}

/** Activates the account of a mailed link without password, name and phone. */
export async function activateWithoutPassword(token: string): Promise<Outcome<ActivationProblem>> {
  try {
    return { done: (await call('POST /api/activate', { body: { token } }, { token: null })).message };
  } catch (error) {
    return toActivationProblem(error);
  }
}

/** Mails a new activation link. The answer is the same for every address. */
export async function resendLink(email: string): Promise<Outcome> {
  try {
    return { done: (await call('POST /api/activate/resend', { body: { email } }, { token: null })).message };
  } catch (error) {
    return toProblem(error, 'Bağlantı gönderilemedi. Lütfen tekrar deneyin.');
  }
}
