import { eq } from 'drizzle-orm';
import { users } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { categories } from '../../src/api/catalog/catalog.tables.ts';
import { comments } from '../../src/api/comments/comments.tables.ts';
import { services } from '../../src/api/consulting/consulting.tables.ts';
import { galleryImages, gallerySets } from '../../src/api/gallery/gallery.tables.ts';
import { releases } from '../../src/api/publish/publish.tables.ts';
import site from '../../src/content/site.json' with { type: 'json' };
import type { Key } from '../../src/contract/endpoints.ts';
import { fold } from '../../src/shared/fold.ts';
import { line } from '../load/lines.ts';
import { file, form } from './form.ts';
import type { Send, TestApi } from './harness.ts';
import { activationToken, resetCode } from './mails.ts';
import { picture } from './pictures.corpus.ts';
import { addProduct, buy, picture as stored } from './shop.ts';

/** Who plays in the samples, and what they make. */
export interface Cast {
  api: TestApi;
  admin: { id: string; token: string };
  /** Somebody with a password, whose session is fresh. */
  customer(): Promise<{ id: string; email: string; token: string }>;
  image: Buffer;
}

export const password = 'pamuk-iplik-42-kedi';
const fresh = (word: string) => `${word}-${crypto.randomUUID().slice(0, 8)}`;
const freshAddress = () => `10.${Array.from({ length: 3 }, () => Math.floor(Math.random() * 250)).join('.')}`;

export async function openCast(api: TestApi): Promise<Cast> {
  const hash = await hashPassword(password);
  return {
    api,
    admin: await api.signUp({ role: 'admin', email: `${fresh('admin')}@ornek.com` }),
    async customer() {
      const person = await api.signUp({ email: `${fresh('kisi')}@ornek.com` });
      await api.ctx.db.update(users).set({ password_hash: hash }).where(eq(users.id, person.id));
      return person;
    },
    image: await picture('png'),
  };
}

const first = <Row extends { id: string }>(rows: Row[]) => (rows[0] as Row).id;

const category = ({ api: { ctx } }: Cast, name = fresh('Kategori')) =>
  ctx.db
    .insert(categories)
    .values({ name, folded: fold(name) })
    .returning()
    .then(first);

export async function post({ api: { ctx } }: Cast, values: Partial<typeof blogs.$inferInsert> = {}) {
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

const service = ({ api: { ctx } }: Cast) =>
  ctx.db
    .insert(services)
    .values({ title: 'Aile', note: null, description: 'Konuşuruz.', image_url: stored })
    .returning()
    .then(first);

async function photoSet({ api: { ctx } }: Cast): Promise<string> {
  const values = { title: 'Gün', description: 'Bir gün.', date: '2026-04-12', category: 'Koçluk' as const };
  const id = await ctx.db.insert(gallerySets).values(values).returning().then(first);
  await ctx.db.insert(galleryImages).values({ set_id: id, position: 1, image_url: stored, alt: '' });
  return id;
}

const comment = async (cast: Cast) =>
  cast.api.ctx.db
    .insert(comments)
    .values({ blog_id: (await post(cast)).id, name_surname: 'Ece', description: fresh('Güzel') })
    .returning()
    .then(first);

const enquiryBody = () => ({
  form_type: 'consulting',
  name: 'Ada',
  surname: 'Işık',
  email: 'ada@ornek.com',
  phone_number: '0532 000 00 00',
  message: fresh('Merhaba'),
  kvkk_consent: true,
});

async function enquiry({ api, admin }: Cast): Promise<string> {
  await api.send('POST /api/consulting-create-messages', { body: enquiryBody(), ip: freshAddress() });
  return first((await api.send('GET /api/consulting-messages', { token: admin.token })).body);
}

async function bought({ api }: Cast, token: string): Promise<string> {
  return first((await buy(api, token, [line(await addProduct(api.ctx))])).body.orders);
}

async function registered({ api }: Cast): Promise<string> {
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

async function coded({ api, customer }: Cast): Promise<{ email: string; otp: string }> {
  const { email } = await customer();
  await api.send('POST /api/forgot-password/request', { body: { email } });
  return { email, otp: await resetCode(api, email) };
}

const oldRelease = ({ api: { ctx } }: Cast) =>
  ctx.db
    .insert(releases)
    .values({ name: fresh('surum'), state: 'old', change_id: 0, code: 'kod' })
    .returning()
    .then(first);

const eventFields = (category: string) => ({
  title: fresh('Etkinlik'),
  price: '650',
  description: 'Bir gün.',
  stock: '12',
  date: '2199-05-10',
  time: '14:00',
  location: 'Merkez',
  category,
  slug: 'elle-yazilmis',
});

type Sample = (cast: Cast) => Promise<Send>;
const alone: Sample = async () => ({});
const asAdmin: Sample = async ({ admin }) => ({ token: admin.token });
const asCustomer: Sample = async ({ customer }) => ({ token: (await customer()).token });
/** An admin's call about something made for it. */
const about =
  (make: (cast: Cast) => Promise<string>, body?: () => unknown): Sample =>
  async (cast) => ({ token: cast.admin.token, params: { id: await make(cast) }, body: body?.() });

/** What cannot be called in process: streams never end, and the auth service is somebody else's. */
export type Unsampled = 'GET /api/products/events' | 'GET /api/admin/publish/events' | 'POST /api/google-register';

/** For every call a request that succeeds; each makes what it needs. A call without one does not compile. */
export const samples: Record<Exclude<Key, Unsampled>, Sample> = {
  'GET /api/me': asCustomer,
  'POST /api/login': async ({ customer }) => ({ body: { email: (await customer()).email, password } }),
  'POST /api/logout': asCustomer,
  'POST /api/register': async () => ({ body: registration(), ip: freshAddress() }),
  'POST /api/activate': async (cast) => ({ body: { token: await activationToken(cast.api, await registered(cast)) } }),
  'POST /api/activate/resend': async (cast) => ({ body: { email: await registered(cast) } }),
  'POST /api/forgot-password/request': async ({ customer }) => ({ body: { email: (await customer()).email } }),
  'POST /api/forgot-password/verify': async (cast) => ({ body: await coded(cast) }),
  'POST /api/forgot-password/reset': async (cast) => {
    const code = await coded(cast);
    await cast.api.send('POST /api/forgot-password/verify', { body: code });
    return { body: { ...code, newPassword: 'kedi-iplik-42-pamuk' } };
  },
  'GET /api/profile': asCustomer,
  'PUT /api/profile/update-phone': async ({ customer }) => ({
    token: (await customer()).token,
    body: { phone_number: '0532 000 00 00' },
  }),
  'POST /api/profile/change-password': async ({ customer }) => ({
    token: (await customer()).token,
    body: { password: 'kedi-iplik-42-pamuk' },
  }),
  'GET /api/profile/sessions': asCustomer,
  'DELETE /api/profile/sessions/:id': async ({ api, customer }) => {
    const { token, id } = await customer();
    await openSession(api.ctx.db, id, 'Telefon', api.ctx.clock());
    const { body } = await api.send('GET /api/profile/sessions', { token });
    return { token, params: { id: body.find((item) => !item.current)?.id as string } };
  },
  'GET /api/profile/export': asCustomer,
  'DELETE /api/profile': async ({ customer }) => ({ token: (await customer()).token, body: {} }),
  'GET /api/admin/get-users': asAdmin,
  'PUT /api/admin/users/:id/role': about(
    async ({ customer }) => (await customer()).id,
    () => ({ role: 'admin' }),
  ),
  'PATCH /api/admin/users/deactivate/:id': about(async ({ customer }) => (await customer()).id),
  'PATCH /api/admin/users/reactivate/:id': about(async ({ customer }) => (await customer()).id),

  'GET /api/products': alone,
  'GET /api/product/:id': async ({ api }) => ({ params: { id: await addProduct(api.ctx) } }),
  'GET /api/categories': alone,
  'GET /api/redirects': alone,
  'GET /api/admin/products': asAdmin,
  'GET /api/admin/product/:id': about(({ api }) => addProduct(api.ctx)),
  'POST /api/product/add': async (cast) => {
    const name = fresh('Kategori');
    await category(cast, name);
    const picture = file(cast.image);
    return { token: cast.admin.token, body: form(eventFields(name), { image1: picture, image2: picture }) };
  },
  'PUT /api/product/update/:id': async (cast) => {
    const name = fresh('Kategori');
    await category(cast, name);
    return {
      token: cast.admin.token,
      params: { id: await addProduct(cast.api.ctx) },
      body: form({ ...eventFields(name), oldImage1: stored, oldImage2: stored }),
    };
  },
  'PATCH /api/product/delete/:id': about(({ api }) => addProduct(api.ctx)),
  'PATCH /api/product/restore/:id': about(({ api }) => addProduct(api.ctx, { deleted_at: new Date() })),
  'POST /api/admin/product/:id/notice': about(({ api }) => addProduct(api.ctx)),
  'POST /api/admin/categories': async ({ admin }) => ({ token: admin.token, body: { name: fresh('Kategori') } }),
  'PUT /api/admin/categories/:id': about(
    (cast) => category(cast),
    () => ({ name: fresh('Kategori') }),
  ),
  'DELETE /api/admin/categories/:id': about((cast) => category(cast)),

  'GET /api/cart': asCustomer,
  'POST /api/cart/add': async ({ api, customer }) => ({
    token: (await customer()).token,
    body: { product_id: await addProduct(api.ctx), quantity: 2 },
  }),
  'DELETE /api/cart/delete/:id': async ({ api, customer }) => ({
    token: (await customer()).token,
    params: { id: await addProduct(api.ctx) },
  }),
  'POST /api/cart/merge': async ({ api, customer }) => ({
    token: (await customer()).token,
    body: { items: [{ product_id: await addProduct(api.ctx), quantity: 2 }] },
  }),
  'POST /api/order/create': async ({ api, customer }) => ({
    token: (await customer()).token,
    body: { cartItems: [line(await addProduct(api.ctx), 2)] },
  }),
  'GET /api/my-orders': async (cast) => {
    const { token } = await cast.customer();
    await bought(cast, token);
    return { token };
  },
  'GET /api/admin/orders': async (cast) => {
    await bought(cast, (await cast.customer()).token);
    return { token: cast.admin.token };
  },
  'PATCH /api/admin/orders/:id/status': about(
    async (cast) => bought(cast, (await cast.customer()).token),
    () => ({ status: 'paid' }),
  ),

  'GET /api/consulting': alone,
  'GET /api/admin/consulting': asAdmin,
  'POST /api/consulting': async ({ admin, image }) => ({
    token: admin.token,
    body: form({ title: 'Aile', note: '', description: 'Konuşuruz.' }, { image: file(image) }),
  }),
  'PUT /api/consulting/:id': about(service, () => ({
    title: 'Aile',
    note: 'Yeni',
    description: 'Konuşuruz.',
    image_url: stored,
  })),
  'DELETE /api/consulting/:id': about(service),
  'GET /api/gallery': alone,
  'POST /api/admin/gallery/add': async ({ admin, image }) => ({
    token: admin.token,
    body: form(
      { title: 'Gün', description: 'Bir gün.', date: '2026-04-12', category: 'Koçluk' },
      { image: [file(image)] },
    ),
  }),
  'GET /api/admin/gallery': asAdmin,
  'PUT /api/admin/gallery/update/:id': async (cast) => {
    const words = { title: 'Gün', description: 'Bir gün.', date: '2026-04-12', category: 'Koçluk', picture: 'new' };
    const params = { id: await photoSet(cast) };
    return { params, token: cast.admin.token, body: form(words, { image: file(cast.image) }) };
  },
  'DELETE /api/admin/gallery/delete/:id': about(photoSet),
  'GET /api/blogs': alone,
  'GET /api/blogs/:slug': async (cast) => ({ params: { slug: (await post(cast)).slug } }),
  'GET /api/site/posts': alone,
  'GET /api/blogs/preview/:token': async (cast) => ({ params: { token: (await post(cast)).preview_token } }),
  'GET /api/admin/blogs': asAdmin,
  'GET /api/admin/blogs/:id': about(async (cast) => (await post(cast)).id),
  'POST /api/blogs/add': async ({ admin, image }) => ({
    token: admin.token,
    body: form({ title: fresh('Yazı'), description: 'Kısa.', content: '<p>Uzun.</p>' }, { image: file(image) }),
  }),
  'PUT /api/blogs/:id': about(
    async (cast) => (await post(cast)).id,
    () => form({ title: 'Başka', description: 'Kısa.', content: '<p>Uzun.</p>' }),
  ),
  'DELETE /api/blogs/:id': about(async (cast) => (await post(cast)).id),
  'GET /api/comments/blog/:blogId': async (cast) => ({ params: { blogId: (await post(cast)).id } }),
  'POST /api/comments/create': async (cast) => ({
    ip: freshAddress(),
    body: { blog_id: (await post(cast)).id, name_surname: 'Ece', description: fresh('Güzel') },
  }),
  'GET /api/admin/comments/all': asAdmin,
  'PATCH /api/admin/comments/:id/approve': about(comment),
  'DELETE /api/admin/comments/:id': about(comment),

  'POST /api/consulting-create-messages': async () => ({ ip: freshAddress(), body: enquiryBody() }),
  'GET /api/consulting-messages': asAdmin,
  'PATCH /api/consulting-messages/:id/read': about(enquiry),
  'DELETE /api/consulting-messages/:id': about(enquiry),
  'POST /api/admin/people/export': async ({ admin }) => ({ token: admin.token, body: { email: 'ada@ornek.com' } }),
  'POST /api/admin/people/erase': async ({ admin }) => ({
    token: admin.token,
    body: { email: `${fresh('kimse')}@ornek.com` },
  }),

  'GET /api/admin/stats': asAdmin,
  'GET /api/admin/publish': asAdmin,
  'POST /api/admin/publish': asAdmin,
  'PUT /api/admin/publish/automatic': async ({ admin }) => ({ token: admin.token, body: { automatic: true } }),
  'GET /api/admin/releases': asAdmin,
  'GET /api/site': alone,
  'PUT /api/admin/site': async ({ admin }) => ({ token: admin.token, body: site }),
  'POST /api/admin/releases/:id/restore': about(oldRelease),
};
