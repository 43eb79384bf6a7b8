import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { blogs, blogVersions } from '../../src/api/blog/blog.tables.ts';
import { newPreviewToken } from '../../src/api/blog/previewToken.ts';
import { openCardProvider } from '../../src/api/cards/openProvider.ts';
import { categories } from '../../src/api/catalog/catalog.tables.ts';
import { toNameColumns } from '../../src/api/catalog/categories.service.ts';
import { comments } from '../../src/api/comments/comments.tables.ts';
import { services } from '../../src/api/consulting/consulting.tables.ts';
import { readEnv } from '../../src/api/env.ts';
import { newFeedbackToken } from '../../src/api/feedback/feedbackToken.ts';
import { galleryImages, gallerySets } from '../../src/api/gallery/gallery.tables.ts';
import { releases } from '../../src/api/publish/publish.tables.ts';
import { readCodes } from '../../src/api/tickets/tickets.service.ts';
import { seatKey, type TicketCodes } from '../../src/api/tickets/tickets.ts';
import site from '../../src/content/site.json' with { type: 'json' };
import type { Key } from '../../src/contract/endpoints.ts';
import type { Order } from '../../src/contract/orders.ts';
import { type CardStandIn, openCardStandIn } from '../cards/standIn.ts';
import { cartLine } from '../load/cartLines.ts';
import { enquiry } from '../load/enquiry.ts';
import { beginName } from './cardApi.ts';
import { addCleanup } from './cleanup.ts';
import { file, form } from './formData.ts';
import type { Send, TestApi } from './harness.ts';
import { activationToken, resetCode } from './mails.ts';
import { picture } from './pictures.corpus.ts';
import {
  addProduct,
  askRefund,
  cancelOrder,
  checkout,
  linkSeat,
  readCheckout,
  recordPayment,
  picture as stored,
} from './shop.ts';
import { attend } from './tickets.ts';

/** The accounts that samples act as. */
export interface TestUsers {
  api: TestApi;
  admin: { id: string; email: string; token: string };
  /** Adds a customer with a password and a new session. */
  customer(): Promise<{ id: string; email: string; token: string }>;
  image: Buffer;
}

export const password = 'pamuk-iplik-42-kedi';
const fresh = (word: string) => `${word}-${crypto.randomUUID().slice(0, 8)}`;
let addresses = 0;
/** Returns an IP address that was not used before. */
const freshAddress = () => {
  addresses += 1;
  return `10.0.${addresses >> 8}.${addresses & 255}`;
};

export async function createTestUsers(api: TestApi): Promise<TestUsers> {
  const password_hash = await hashPassword(password);
  return {
    api,
    admin: await api.signUp({ role: 'admin', email: `${fresh('admin')}@ornek.com`, password_hash }),
    customer: () => api.signUp({ email: `${fresh('kisi')}@ornek.com`, password_hash }),
    image: await picture('png'),
  };
}

const first = <Row extends { id: string }>(rows: Row[]) => (rows[0] as Row).id;

const category = ({ api: { ctx } }: TestUsers, name = fresh('Kategori')) =>
  ctx.db.insert(categories).values(toNameColumns(name)).returning().then(first);

export async function addPost(
  { api: { ctx } }: Pick<TestUsers, 'api'>,
  values: Partial<typeof blogs.$inferInsert> = {},
) {
  const slug = fresh('yazi');
  const [row] = await ctx.db
    .insert(blogs)
    .values({
      slug,
      title: `Yazı ${slug}`,
      description: 'Kısa.',
      content: '<p>Uzun.</p>',
      publish_at: new Date(ctx.clock().getTime() - 60_000),
      preview_token: fresh('onizleme-onizleme-onizleme'),
      ...values,
    })
    .returning();
  return row as typeof blogs.$inferSelect;
}

const postId = async (testUsers: TestUsers): Promise<string> => (await addPost(testUsers)).id;

async function postVersion(testUsers: TestUsers): Promise<{ id: string; version: string }> {
  const { id } = await addPost(testUsers);
  const values = { blog_id: id, title: 'Önce', description: 'Kısa.', content: '', saved_at: new Date() };
  const version = await testUsers.api.ctx.db.insert(blogVersions).values(values).returning().then(first);
  return { id, version };
}

const trashedPost = async (testUsers: TestUsers): Promise<string> =>
  (await addPost(testUsers, { deleted_at: testUsers.api.ctx.clock() })).id;

const service = ({ api: { ctx } }: TestUsers) =>
  ctx.db
    .insert(services)
    .values({ title: 'Aile', note: null, description: 'Konuşuruz.', image_url: stored })
    .returning()
    .then(first);

async function photoSet({ api: { ctx } }: TestUsers): Promise<string> {
  const values = { title: 'Gün', description: 'Bir gün.', date: '2026-04-12', category: 'Koçluk' as const };
  const id = await ctx.db.insert(gallerySets).values(values).returning().then(first);
  await ctx.db.insert(galleryImages).values({ set_id: id, position: 1, image_url: stored, alt: '' });
  return id;
}

const comment = async (testUsers: TestUsers, values: Partial<typeof comments.$inferInsert> = {}) =>
  testUsers.api.ctx.db
    .insert(comments)
    .values({ blog_id: (await addPost(testUsers)).id, name_surname: 'Ece', description: fresh('Güzel'), ...values })
    .returning()
    .then(first);

const enquiryBody = () => ({ ...enquiry, message: fresh('Merhaba') });

async function addEnquiry({ api, admin }: TestUsers): Promise<string> {
  await api.send('POST /api/consulting-create-messages', { body: enquiryBody(), ip: freshAddress() });
  return first((await api.send('GET /api/consulting-messages', { token: admin.token })).body);
}

/** Buys one seat and returns its order. */
const bought = async ({ api }: TestUsers, token: string) =>
  (await checkout(api, token, [cartLine(await addProduct(api.ctx))])).body.orders[0] as Order;

/** The order of a seat that a new customer bought. */
const sold = async (testUsers: TestUsers) => bought(testUsers, (await testUsers.customer()).token);

/** A checkout that was paid by transfer. */
async function paid(testUsers: TestUsers) {
  const { code } = await sold(testUsers);
  return (await recordPayment(testUsers.api, testUsers.admin, code, 650)).body;
}

/** Gives an API PayTR's stand-in as its card service, whose notices it gets. */
async function withCards(api: TestApi): Promise<CardStandIn> {
  const standIn = await openCardStandIn(async (path, body, type) => {
    const response = await api.app.request(path, { method: 'POST', body, headers: { 'content-type': type } });
    return response.text();
  });
  addCleanup(() => standIn.close());
  api.ctx.cards = openCardProvider(readEnv(standIn.environment('paytr')).cards);
  return standIn;
}

/** An event of one seat that somebody else bought, so that its line can be joined. */
async function soldOut({ api, customer }: TestUsers): Promise<string> {
  const id = await addProduct(api.ctx, { stock: 1 });
  await checkout(api, (await customer()).token, [cartLine(id)]);
  return id;
}

/** A customer in the line of a product. */
async function waiting(testUsers: TestUsers) {
  const { token } = await testUsers.customer();
  const product_id = await soldOut(testUsers);
  const { body } = await testUsers.api.send('POST /api/waitlist', { token, body: { product_id, quantity: 1 } });
  return { token, product_id, id: body.id };
}

/** A customer who was offered a seat. */
async function offered(testUsers: TestUsers) {
  const { token, id, product_id } = await waiting(testUsers);
  const { api, admin } = testUsers;
  const { body } = await api.send('GET /api/admin/orders', { token: admin.token, query: { product_id } });
  await cancelOrder(api, admin, body[0]?.id as string);
  return { token, params: { id } };
}

async function registered({ api }: TestUsers): Promise<string> {
  const email = `${fresh('yeni')}@ornek.com`;
  await api.send('POST /api/register', { body: registration(email), ip: freshAddress() });
  return email;
}

const registration = (email = `${fresh('yeni')}@ornek.com`) => ({
  name: 'Ada',
  surname: 'Işık',
  email,
  password,
  phone_number: null,
  role: 'user',
});

async function coded({ api, customer }: TestUsers): Promise<{ email: string; otp: string }> {
  const { email } = await customer();
  await api.send('POST /api/forgot-password/request', { body: { email } });
  return { email, otp: await resetCode(api, email) };
}

const oldRelease = ({ api: { ctx } }: TestUsers) =>
  ctx.db
    .insert(releases)
    .values({ name: fresh('surum'), state: 'old', change_id: 0, code: 'kod' })
    .returning()
    .then(first);

const eventFields = (category: string) => ({
  title: fresh('Atölye'),
  price: '650',
  description: 'Bir gün.',
  stock: '12',
  date: '2199-05-10',
  time: '14:00',
  location: 'Merkez',
  category,
  slug: 'elle-yazilmis',
});

type Sample = (testUsers: TestUsers) => Promise<Send>;
const withoutInput: Sample = async () => ({});
const feedbackToken = async ({ api }: TestUsers): Promise<string> =>
  newFeedbackToken(api.ctx.encryption, await addProduct(api.ctx));

type Input = (testUsers: TestUsers) => Send | Promise<Send>;
/** A call of an admin. */
const byAdmin =
  (input: Input): Sample =>
  async (testUsers) => ({ token: testUsers.admin.token, ...(await input(testUsers)) });
/** A call of a new customer. */
const byCustomer =
  (input: Input): Sample =>
  async (testUsers) => ({ token: (await testUsers.customer()).token, ...(await input(testUsers)) });
const asAdmin = byAdmin(() => ({}));
const asCustomer = byCustomer(() => ({}));

/** A body that every call may share. A form is none: tests add fields to theirs. */
type Plain = Record<string, unknown>;

/** A call of an admin about a row made for it. */
const asAdminAbout = (make: (testUsers: TestUsers) => Promise<string>, body?: Plain) =>
  byAdmin(async (testUsers) => ({ params: { id: await make(testUsers) }, body }));
const asAdminAboutProduct = (body?: Plain) => asAdminAbout(({ api }) => addProduct(api.ctx), body);

/** A call of an admin about a checkout made for it. */
const asAdminOfCheckout = (body?: Plain) =>
  byAdmin(async (testUsers) => ({ params: { code: (await sold(testUsers)).code }, body }));

/** A call of an admin about the first seat of an order made for it. */
const asAdminOfSeat = (input: Pick<Send, 'query' | 'body'>, seat: { position?: string } = {}) =>
  byAdmin(async (testUsers) => ({ params: { id: (await sold(testUsers)).id, ...seat }, ...input }));

const refundOfPaid = byAdmin(async (testUsers) => ({
  params: { code: (await paid(testUsers)).code },
  body: { amount: 100, reason: 'Fazla ödeme' },
}));

/** A call of a customer about an order they just made. */
const asBuyer =
  (input: (order: Order) => Send): Sample =>
  async (testUsers) => {
    const { token } = await testUsers.customer();
    return { token, ...input(await bought(testUsers, token)) };
  };
/** The same about its first seat. */
const asSeatBuyer = (body?: Plain) => asBuyer(({ id }) => ({ params: { id, position: '1' }, body }));

async function transferToken(testUsers: TestUsers): Promise<string> {
  const { token } = await testUsers.customer();
  return linkSeat(testUsers.api, { token }, (await bought(testUsers, token)).id);
}

/** The code that an authenticator app with this secret shows at a time. */
export const totpCode = (secret: string, now: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });

/** A customer who has prepared a second factor but not confirmed it. */
export async function preparedSecondFactor({ api, customer }: TestUsers) {
  const person = await customer();
  const { body } = await api.send('POST /api/profile/totp', { token: person.token, body: {} });
  return { ...person, secret: body.secret };
}

/** A customer with a second factor; the code of the current time step is used. The step has just begun. */
export async function enabledSecondFactor(testUsers: TestUsers) {
  const stepMs = 30_000;
  testUsers.api.advance(stepMs - (testUsers.api.ctx.clock().getTime() % stepMs));
  const person = await preparedSecondFactor(testUsers);
  const code = totpCode(person.secret, testUsers.api.ctx.clock());
  const { body } = await testUsers.api.send('POST /api/profile/totp/confirm', { token: person.token, body: { code } });
  return { ...person, recoveryCodes: body.recovery_codes };
}

/** Calls without a sample: streams never end, previews need a renderer, Google sign-in needs the auth service. */
export type KeyWithoutSample =
  | 'GET /api/products/events'
  | 'GET /api/admin/publish/events'
  | 'POST /api/google-register'
  // A page needs a site that this API does not render (tests/faults/words.test.ts).
  | 'GET /api/content-preview/:token'
  | 'POST /api/admin/content/:name/preview';

const readHome = async ({ api, admin }: TestUsers) =>
  (await api.send('GET /api/admin/content/:name', { token: admin.token, params: { name: 'home' } })).body;

const changedHome = async (testUsers: TestUsers) => ({
  ...(await readHome(testUsers)).data,
  reviews_title: fresh('Yorumlar'),
});

/** Codes of a ticket that was just bought, with its seat. */
async function ticketOf(testUsers: TestUsers) {
  const { api, customer } = testUsers;
  const { token } = await customer();
  const order_id = (await bought(testUsers, token)).id;
  const codes = (await readCodes(api.ctx.db, api.ctx, [order_id])).get(seatKey({ order_id, position: 1 }));
  return { ...(codes as TicketCodes), order_id };
}

/** A ticket whose participant was there, of an event that is over. */
async function certifiedTicket(testUsers: TestUsers) {
  const ticket = await ticketOf(testUsers);
  await attend(testUsers.api, ticket.order_id);
  return ticket;
}

/** A valid request for every call, with the rows it needs. A call without a sample does not compile. */
export const samples: Record<Exclude<Key, KeyWithoutSample>, Sample> = {
  'GET /api/me': asCustomer,
  'GET /api/me/legal-changes': asCustomer,
  'POST /api/me/legal-changes': byCustomer(() => ({ body: { until: '2026-11-22T00:00:00.000Z' } })),
  'POST /api/login': async ({ customer }) => ({ body: { email: (await customer()).email, password } }),
  'POST /api/logout': asCustomer,
  'POST /api/register': async () => ({ body: registration(), ip: freshAddress() }),
  'POST /api/activate': async (testUsers) => ({
    body: { token: await activationToken(testUsers.api, await registered(testUsers)), password },
  }),
  'POST /api/activate/resend': async (testUsers) => ({ body: { email: await registered(testUsers) } }),
  'POST /api/forgot-password/request': async ({ customer }) => ({ body: { email: (await customer()).email } }),
  'POST /api/forgot-password/verify': async (testUsers) => ({ body: await coded(testUsers) }),
  'POST /api/forgot-password/reset': async (testUsers) => {
    const code = await coded(testUsers);
    await testUsers.api.send('POST /api/forgot-password/verify', { body: code });
    return { body: { ...code, newPassword: 'kedi-iplik-42-pamuk' } };
  },
  'GET /api/profile': asCustomer,
  'PUT /api/profile/update-phone': byCustomer(() => ({ body: { phone_number: '0532 000 00 00' } })),
  'POST /api/profile/change-password': byCustomer(() => ({ body: { password: 'kedi-iplik-42-pamuk' } })),
  'GET /api/profile/totp': asCustomer,
  'POST /api/profile/totp': byCustomer(() => ({ body: {} })),
  'POST /api/profile/totp/confirm': async (testUsers) => {
    const { token, secret } = await preparedSecondFactor(testUsers);
    return { token, body: { code: totpCode(secret, testUsers.api.ctx.clock()) } };
  },
  'DELETE /api/profile/totp': async (testUsers) => {
    const { token, recoveryCodes } = await enabledSecondFactor(testUsers);
    return { token, body: { current_password: password, otp: recoveryCodes[0] } };
  },
  'DELETE /api/admin/users/:id/totp': asAdminAbout(async (testUsers) => (await enabledSecondFactor(testUsers)).id, {
    current_password: password,
  }),
  'GET /api/profile/security-events': asCustomer,
  'GET /api/admin/security-events': asAdmin,
  'GET /api/admin/audit': asAdmin,
  'GET /api/admin/audit/people': asAdmin,
  'GET /api/profile/sessions': asCustomer,
  'DELETE /api/profile/sessions/:id': async ({ api, customer }) => {
    const { token, id } = await customer();
    await openSession(api.ctx.db, id, 'Telefon', api.ctx.clock());
    const { body } = await api.send('GET /api/profile/sessions', { token });
    return { token, params: { id: body.find((item) => !item.current)?.id as string } };
  },
  'GET /api/profile/export': asCustomer,
  'POST /api/profile/export': byCustomer(() => ({ body: { current_password: password } })),
  'GET /api/profile/upcoming-seats': asCustomer,
  'DELETE /api/profile': byCustomer(() => ({ body: {} })),
  'GET /api/admin/get-users': asAdmin,
  'PUT /api/admin/users/:id/role': asAdminAbout(async ({ customer }) => (await customer()).id, { role: 'admin' }),
  'PATCH /api/admin/users/deactivate/:id': asAdminAbout(async ({ customer }) => (await customer()).id),
  'PATCH /api/admin/users/reactivate/:id': asAdminAbout(
    async ({ api }) => (await api.signUp({ email: `${fresh('kisi')}@ornek.com`, deactivated_at: api.ctx.clock() })).id,
  ),

  'GET /api/products': withoutInput,
  'GET /api/product/:id': async ({ api }) => ({ params: { id: await addProduct(api.ctx) } }),
  'GET /api/categories': withoutInput,
  'GET /api/redirects': withoutInput,
  'GET /api/admin/products': asAdmin,
  'GET /api/admin/product/:id': asAdminAboutProduct(),
  'POST /api/product/add': async (testUsers) => {
    const name = fresh('Kategori');
    await category(testUsers, name);
    const picture = file(testUsers.image);
    return { token: testUsers.admin.token, body: form(eventFields(name), { image1: picture, image2: picture }) };
  },
  'POST /api/admin/product/:id/dates': asAdminAboutProduct({ dates: [{ date: '2199-05-17', time: '14:00' }] }),
  'PUT /api/product/update/:id': async (testUsers) => {
    const name = fresh('Kategori');
    await category(testUsers, name);
    return {
      token: testUsers.admin.token,
      params: { id: await addProduct(testUsers.api.ctx) },
      body: form({ ...eventFields(name), oldImage1: stored, oldImage2: stored }),
    };
  },
  'PATCH /api/product/delete/:id': asAdminAboutProduct(),
  'PATCH /api/product/restore/:id': asAdminAbout(({ api }) => addProduct(api.ctx, { deleted_at: new Date() })),
  'GET /api/admin/orders/due': asAdmin,
  'POST /api/admin/orders': async ({ admin, api }) => ({
    token: admin.token,
    body: {
      product_id: await addProduct(api.ctx),
      fullName: 'Ayşe Yılmaz',
      phone_number: '0532 123 45 67',
      email: '',
      participants: [{ fullName: 'Ada Yılmaz' }],
      status: 'paid',
    },
  }),
  'POST /api/admin/product/:id/notice': asAdminAboutProduct(),
  'GET /api/admin/product/:id/answers': asAdminAboutProduct(),
  'GET /api/admin/product/:id/recipients': asAdminAboutProduct(),
  'POST /api/admin/product/:id/message': asAdminAboutProduct({
    subject: 'Yanınıza su alın',
    text: 'Hava sıcak olacak.',
  }),
  'POST /api/admin/categories': byAdmin(() => ({ body: { name: fresh('Kategori') } })),
  'PUT /api/admin/categories/:id': byAdmin(async (testUsers) => ({
    params: { id: await category(testUsers) },
    body: { name: fresh('Kategori') },
  })),
  'DELETE /api/admin/categories/:id': asAdminAbout((testUsers) => category(testUsers)),

  'GET /api/cart': asCustomer,
  'POST /api/cart/add': byCustomer(async ({ api }) => ({
    body: { product_id: await addProduct(api.ctx), quantity: 2 },
  })),
  'DELETE /api/cart/delete/:id': byCustomer(async ({ api }) => ({ params: { id: await addProduct(api.ctx) } })),
  'POST /api/cart/merge': byCustomer(async ({ api }) => ({
    body: { items: [{ product_id: await addProduct(api.ctx), quantity: 2 }] },
  })),
  'POST /api/order/create': byCustomer(async ({ api }) => ({
    body: { cartItems: [cartLine(await addProduct(api.ctx), 2)] },
  })),
  'POST /api/order/preview': byCustomer(async ({ api }) => ({
    body: { cartItems: [{ id: await addProduct(api.ctx), quantity: 2 }] },
  })),
  'GET /api/my-checkouts': asBuyer(() => ({})),
  'GET /api/my-checkouts/:code': asBuyer(({ code }) => ({ params: { code } })),
  'PUT /api/my-checkouts/:code/method': asBuyer(({ code }) => ({ params: { code }, body: { method: 'onsite' } })),
  'GET /api/documents/:token': async (testUsers) => {
    const { token } = await testUsers.customer();
    const { code } = await bought(testUsers, token);
    const { documents } = await readCheckout(testUsers.api, { token }, code);
    return { params: { token: documents[0]?.url.split('/').at(-1) as string } };
  },
  'GET /api/admin/payment-settings': asAdmin,
  'PUT /api/admin/payment-settings': async ({ api, admin: { token } }) => {
    const { updated_at: _, ...settings } = (await api.send('GET /api/admin/payment-settings', { token })).body;
    return { token, body: { ...settings, warn_hours: settings.warn_hours === 24 ? 48 : 24 } };
  },
  'GET /api/admin/checkouts': asAdmin,
  'PATCH /api/admin/checkouts/:code': asAdminOfCheckout({ due_at: '2199-05-01T20:59:59Z' }),
  'POST /api/admin/checkouts/:code/payments': asAdminOfCheckout({ amount: 650, received_on: '2026-01-05' }),
  'DELETE /api/admin/payments/:id': asAdminAbout(
    async (testUsers) => (await paid(testUsers)).payments[0]?.id as string,
  ),
  'POST /api/admin/checkouts/:code/release': asAdminOfCheckout(),
  'POST /api/admin/checkouts/:code/refunds': refundOfPaid,
  'GET /api/admin/refunds': asAdmin,
  'PATCH /api/admin/refunds/:id': asAdminAbout(
    async (testUsers) => {
      const call = 'POST /api/admin/checkouts/:code/refunds';
      return (await testUsers.api.send(call, await refundOfPaid(testUsers))).body.id;
    },
    { state: 'sent' },
  ),
  'POST /api/admin/refunds/:id/card': async (testUsers) => {
    const { api, admin } = testUsers;
    const { token } = await testUsers.customer();
    const { code } = await bought(testUsers, token);
    const standIn = await withCards(api);
    await standIn.paytr.deliver(standIn.paytr.decide(await beginName(api, token, code), 'paid'));
    standIn.behaviour = { refusesRefunds: true };
    const asked = await askRefund(api, admin, code, 100);
    standIn.behaviour = {};
    return { token: admin.token, params: { id: asked.body.id }, body: {} };
  },
  'POST /api/my-checkouts/:code/card': async (testUsers) => {
    await withCards(testUsers.api);
    return asBuyer(({ code }) => ({ params: { code } }))(testUsers);
  },
  'POST /api/payments/paytr': async (testUsers) => {
    const { paytr } = await withCards(testUsers.api);
    const { token } = await testUsers.customer();
    const { code } = await bought(testUsers, token);
    const notice = paytr.toNotice(paytr.decide(await beginName(testUsers.api, token, code), 'paid'));
    return { body: notice, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  },
  'POST /api/payments/iyzico/return': async () => ({
    body: 'token=baska',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
  'POST /api/payments/iyzico/notice': async () => ({ body: { token: 'baska' } }),
  'GET /api/admin/payments/summary': asAdmin,
  'GET /api/admin/statement/open': asAdmin,
  'POST /api/admin/statement/matches': async (testUsers) => {
    const { code } = await sold(testUsers);
    const fingerprint = crypto.randomUUID().replaceAll('-', '').repeat(2);
    const match = { code, amount: 650, booked_on: '2026-01-05', fingerprint };
    return { token: testUsers.admin.token, body: { matches: [match] } };
  },
  'GET /api/admin/accounting.csv': asAdmin,
  'POST /api/waitlist': async (testUsers) => ({
    token: (await testUsers.customer()).token,
    body: { product_id: await soldOut(testUsers), quantity: 2 },
  }),
  'GET /api/my-waitlist': async (testUsers) => ({ token: (await waiting(testUsers)).token }),
  'DELETE /api/waitlist/:id': async (testUsers) => {
    const { token, id } = await waiting(testUsers);
    return { token, params: { id } };
  },
  'POST /api/waitlist/:id/decline': offered,
  'GET /api/admin/product/:id/waitlist': asAdminAbout(async (testUsers) => (await waiting(testUsers)).product_id),
  'PATCH /api/admin/waitlist/:id': asAdminAbout(async (testUsers) => (await waiting(testUsers)).id, { priority: 1 }),
  'GET /api/admin/product/:id/door': asAdminAbout(soldOut),
  'POST /api/admin/door/scans': async (testUsers) => {
    const at = new Date().toISOString();
    const scan = { nonce: fresh('okutma'), product_id: await soldOut(testUsers), ticket: 'A'.repeat(20), at };
    return { token: testUsers.admin.token, body: { device: fresh('telefon'), sent_at: at, scans: [scan] } };
  },
  'GET /api/my-orders/:id/cancellation': asBuyer(({ id }) => ({ params: { id }, query: { participants: '1' } })),
  'POST /api/my-orders/:id/cancel': asBuyer(({ id }) => ({
    params: { id },
    body: { expected_refund: 0, participants: [1] },
  })),
  'GET /api/admin/product/:id/cancellation': asAdminAboutProduct(),
  'POST /api/admin/product/:id/cancel': asAdminAboutProduct({ reason: 'Eğitmenimiz hastalandı.' }),
  'PATCH /api/my-orders/:id/participants/:position': asSeatBuyer({ fullName: 'Ada Işık' }),
  'GET /api/admin/orders/:id/cancellation': asAdminOfSeat({ query: { participants: '1' } }),
  'POST /api/admin/orders/:id/cancel': asAdminOfSeat({ body: { expected_refund: 0, participants: [1] } }),
  'PATCH /api/admin/orders/:id/participants/:position': asAdminOfSeat(
    { body: { fullName: 'Ada Işık' } },
    { position: '1' },
  ),
  'POST /api/my-orders/:id/participants/:position/transfer': asSeatBuyer(),
  'DELETE /api/my-orders/:id/participants/:position/transfer': asSeatBuyer(),
  'GET /api/transfers/:token': async (testUsers) => ({ params: { token: await transferToken(testUsers) } }),
  'POST /api/transfers/:token': async (testUsers) => ({
    params: { token: await transferToken(testUsers) },
    body: { fullName: 'Ece Işık', email: 'ece@ornek.com', kvkk_consent: true },
    ip: freshAddress(),
  }),
  'GET /api/admin/decisions': asAdmin,
  'POST /api/admin/product/:id/decision': asAdminAboutProduct({ decision: 'run' }),
  'GET /api/feedback/:token': async (testUsers) => ({ params: { token: await feedbackToken(testUsers) } }),
  'POST /api/feedback/:token': async (testUsers) => ({
    params: { token: await feedbackToken(testUsers) },
    body: { scores: { content: 5, pace: 4, place: 4, again: 5 }, text: 'İyi geldi.' },
    ip: freshAddress(),
  }),
  'GET /api/admin/product/:id/feedback': asAdminAboutProduct(),
  'GET /api/tickets/:code': async (testUsers) => ({ params: { code: (await ticketOf(testUsers)).code } }),
  'GET /api/tickets/:code/ticket.pdf': async (testUsers) => ({ params: { code: (await ticketOf(testUsers)).code } }),
  'GET /api/tickets/:code/certificate.pdf': async (testUsers) => ({
    params: { code: (await certifiedTicket(testUsers)).code },
  }),
  'GET /api/certificates/:number': async (testUsers) => ({
    params: { number: (await certifiedTicket(testUsers)).number },
  }),
  'GET /api/my-orders': asBuyer(() => ({})),
  'GET /api/admin/orders': async (testUsers) => {
    await sold(testUsers);
    return { token: testUsers.admin.token };
  },
  'PATCH /api/admin/orders/:id/status': asAdminAbout(async (testUsers) => (await sold(testUsers)).id, {
    status: 'paid',
  }),

  'GET /api/consulting': withoutInput,
  'GET /api/admin/consulting': asAdmin,
  'POST /api/consulting': byAdmin(({ image }) => ({
    body: form({ title: 'Aile', note: '', description: 'Konuşuruz.' }, { image: file(image) }),
  })),
  'PUT /api/consulting/:id': asAdminAbout(service, {
    ...{ title: 'Aile', note: 'Yeni', description: 'Konuşuruz.' },
    image_url: stored,
  }),
  'DELETE /api/consulting/:id': asAdminAbout(service),
  'GET /api/gallery': withoutInput,
  'POST /api/admin/gallery/add': async ({ admin, image }) => ({
    token: admin.token,
    body: form(
      { title: 'Gün', description: 'Bir gün.', date: '2026-04-12', category: 'Koçluk' },
      { image: [file(image)] },
    ),
  }),
  'GET /api/admin/gallery': asAdmin,
  'PUT /api/admin/gallery/update/:id': async (testUsers) => {
    const words = { title: 'Gün', description: 'Bir gün.', date: '2026-04-12', category: 'Koçluk', picture: 'new' };
    const params = { id: await photoSet(testUsers) };
    return { params, token: testUsers.admin.token, body: form(words, { image: file(testUsers.image) }) };
  },
  'DELETE /api/admin/gallery/delete/:id': asAdminAbout(photoSet),
  'POST /api/admin/pictures': byAdmin(({ image }) => ({ body: form({}, { image: file(image) }) })),
  'GET /api/blogs': withoutInput,
  'GET /api/blogs/:slug': async (testUsers) => ({ params: { slug: (await addPost(testUsers)).slug } }),
  'GET /api/site/posts': withoutInput,
  'GET /api/blogs/preview/:token': async (testUsers) => ({
    params: { token: newPreviewToken(await addPost(testUsers), testUsers.api.ctx.clock()) },
  }),
  'GET /api/admin/blogs': asAdmin,
  'GET /api/admin/blogs/:id': asAdminAbout(postId),
  'GET /api/admin/blogs/:id/versions': asAdminAbout(postId),
  'GET /api/admin/blogs/:id/versions/:version': byAdmin(async (testUsers) => ({
    params: await postVersion(testUsers),
  })),
  'POST /api/admin/blogs/:id/versions/:version/restore': byAdmin(async (testUsers) => ({
    params: await postVersion(testUsers),
    body: {},
  })),
  'POST /api/blogs/add': byAdmin(({ image }) => ({
    body: form({ title: fresh('Yazı'), description: 'Kısa.', content: '<p>Uzun.</p>' }, { image: file(image) }),
  })),
  'PUT /api/blogs/:id': byAdmin(async (testUsers) => ({
    params: { id: await postId(testUsers) },
    body: form({ title: 'Başka', description: 'Kısa.', content: '<p>Uzun.</p>' }),
  })),
  'DELETE /api/blogs/:id': asAdminAbout(postId),
  'GET /api/comments/blog/:blogId': async (testUsers) => ({ params: { blogId: (await addPost(testUsers)).id } }),
  'POST /api/comments/create': async (testUsers) => ({
    ip: freshAddress(),
    body: { blog_id: (await addPost(testUsers)).id, name_surname: 'Ece', description: fresh('Güzel') },
  }),
  'GET /api/admin/comments/all': asAdmin,
  'PATCH /api/admin/comments/:id/approve': asAdminAbout((testUsers) => comment(testUsers)),
  'PUT /api/admin/comments/:id/answer': asAdminAbout(
    (testUsers) => comment(testUsers, { approved_at: testUsers.api.ctx.clock() }),
    { answer: 'Teşekkürler.' },
  ),
  'DELETE /api/admin/comments/:id': asAdminAbout((testUsers) => comment(testUsers)),

  'POST /api/consulting-create-messages': async () => ({ ip: freshAddress(), body: enquiryBody() }),
  'GET /api/consulting-messages': asAdmin,
  'GET /api/consulting-messages/counts': asAdmin,
  'PATCH /api/consulting-messages/:id/read': asAdminAbout(addEnquiry),
  'PATCH /api/consulting-messages/:id/status': asAdminAbout(addEnquiry, { status: 'answered' }),
  'PUT /api/consulting-messages/:id/note': asAdminAbout(addEnquiry, { note: 'Salı günü aranacak.' }),
  'DELETE /api/consulting-messages/:id': asAdminAbout(addEnquiry),
  'POST /api/admin/people/export': byAdmin(() => ({ body: { email: 'ada@ornek.com' } })),
  'POST /api/admin/people/preview': byAdmin(() => ({ body: { email: 'ada@ornek.com' } })),
  'POST /api/admin/people/erase': byAdmin(() => ({ body: { email: `${fresh('kimse')}@ornek.com` } })),

  'GET /api/admin/trash': asAdmin,
  'POST /api/admin/trash/:entity/:id/restore': byAdmin(async (testUsers) => ({
    params: { entity: 'post', id: await trashedPost(testUsers) },
  })),
  'DELETE /api/admin/trash/:entity/:id': byAdmin(async (testUsers) => ({
    params: { entity: 'post', id: await trashedPost(testUsers) },
  })),
  'DELETE /api/admin/trash': asAdmin,

  'GET /api/admin/stats': asAdmin,
  'GET /api/admin/publish': asAdmin,
  'POST /api/admin/publish': asAdmin,
  'PUT /api/admin/publish/automatic': async ({ api, admin: { token } }) => {
    const { automatic } = (await api.send('GET /api/admin/publish', { token })).body;
    return { token, body: { automatic: !automatic } };
  },
  'GET /api/admin/releases': asAdmin,
  'GET /api/site': withoutInput,
  'GET /api/content': withoutInput,
  'GET /api/content/:name': async () => ({ params: { name: 'home' } }),
  'GET /api/admin/content': asAdmin,
  'GET /api/admin/content.json': asAdmin,
  'PUT /api/admin/content.json': byAdmin(async (testUsers) => ({
    body: { kind: 'words', documents: { home: { schema_version: 1, data: await changedHome(testUsers) } } },
  })),
  'GET /api/admin/content/:name': byAdmin(() => ({ params: { name: 'legal/gizlilik' } })),
  'PUT /api/admin/content/:name': byAdmin(async (testUsers) => ({
    params: { name: 'home' },
    body: { base: (await readHome(testUsers)).revision, data: await changedHome(testUsers) },
  })),
  'GET /api/admin/content/:name/revisions': byAdmin(() => ({ params: { name: 'home' } })),
  'GET /api/admin/content/:name/revisions/:n': byAdmin(() => ({ params: { name: 'home', n: '1' } })),
  'POST /api/admin/content/:name/revisions/:n/restore': async (testUsers) => {
    const { revision } = await readHome(testUsers);
    const body = { base: revision, data: await changedHome(testUsers) };
    const { token } = testUsers.admin;
    await testUsers.api.send('PUT /api/admin/content/:name', { token, params: { name: 'home' }, body });
    return { token, params: { name: 'home', n: '1' } };
  },
  'GET /api/admin/setup': asAdmin,
  'POST /api/admin/setup/test-mail': asAdmin,
  'PUT /api/admin/setup/legal': byAdmin(() => ({ body: { checked: true } })),
  'GET /api/admin/samples': asAdmin,
  'POST /api/admin/samples/remove': asAdmin,
  'POST /api/admin/samples/restore': async ({ admin: { token }, api }) => {
    await api.send('POST /api/admin/samples/remove', { token });
    return { token };
  },
  'GET /api/admin/answer-templates': asAdmin,
  'PUT /api/admin/answer-templates': byAdmin(() => ({
    body: { comments: [{ title: 'Teşekkür', text: 'Merhaba {ad}, teşekkürler.' }], enquiries: [] },
  })),
  'PUT /api/admin/site': byAdmin(() => ({ body: site })),
  'POST /api/admin/releases/:id/restore': asAdminAbout(oldRelease),
};
