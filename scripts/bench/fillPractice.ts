// Fills a database with as many rows as a busy practice has after some years.
import { users } from '../../src/api/account/account.tables.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { searchOf as searchOfComment } from '../../src/api/comments/comments.service.ts';
import { comments } from '../../src/api/comments/comments.tables.ts';
import type { AppContext } from '../../src/api/context.ts';
import type { Database } from '../../src/api/db/connection.ts';
import { additionalData } from '../../src/api/enquiries/enquiries.service.ts';
import { enquiries } from '../../src/api/enquiries/enquiries.tables.ts';
import { checkouts, orders, participants } from '../../src/api/orders/orders.tables.ts';
import { newCode, searchOf } from '../../src/api/orders/orders.ts';
import { fold } from '../../src/shared/fold.ts';
import { addProduct } from '../../tests/api/shop.ts';
import { fillPosts, inChunks } from './databases.ts';

const names = ['Ayşe', 'Işıl', 'İrem', 'Çağla', 'Ömer', 'Şule', 'Gökçe', 'Uğur', 'Deniz', 'Zeynep', 'Ali', 'Ümit'];
const surnames = ['Yılmaz', 'Çelik', 'Öztürk', 'Işık', 'Şahin', 'Güneş', 'Kılıç', 'Aydın', 'İnce', 'Doğan', 'Ekinci'];
const message = 'Oğlum sınavdan önceki gece hiç uyuyamıyor; ne yapabiliriz, nereden başlasak diye sormak istedim.';

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;
const personOf = (index: number) => ({ name: pick(names, index), surname: pick(surnames, Math.floor(index / 3)) });

/** Writes the numbers of rows that the admin area is measured with, and what belongs to them. */
export async function fillPractice(ctx: AppContext): Promise<void> {
  await fillPosts(ctx, 1000);
  await fillPostSearch(ctx.db);
  const people = await addAccounts(ctx, 2000);
  await addOrders(ctx, people, 5000);
  await addComments(ctx, 3000);
  await addMessages(ctx, 1000);
}

/** Gives the posts text to search by, which `fillPosts` leaves empty. */
async function fillPostSearch(db: Database): Promise<void> {
  await db.update(blogs).set({ search: fold('Yazı sınav kaygısı ve uyku') });
}

async function addAccounts({ db, clock }: AppContext, count: number) {
  const rows = Array.from({ length: count }, (_, index) => {
    const person = personOf(index);
    const email = `${fold(person.name)}.${fold(person.surname)}${index}@ornek.com`.replaceAll(' ', '');
    const created_at = new Date(clock().getTime() - index * 7_200_000);
    return {
      ...{ id: crypto.randomUUID(), ...person, email, created_at, activated_at: created_at },
      ...{ phone_number: `+9053${String(index).padStart(8, '0')}`, deactivated_at: index % 40 === 39 ? clock() : null },
      search: fold(`${person.name} ${person.surname} ${email}`),
    };
  });
  await inChunks(rows, (part) => db.insert(users).values(part));
  return rows;
}

async function addOrders(ctx: AppContext, people: { id: string; email: string }[], count: number): Promise<void> {
  const { db, clock } = ctx;
  for (let index = 0; index < 200; index += 1) await addProduct(ctx, { stock: 90 });
  const events = await db.select({ id: products.id, title: products.title }).from(products);
  const rows = Array.from({ length: count }, (_, index) => {
    const [buyer, event] = [pick(people, index * 7), pick(events, index * 3)];
    const seats = Array.from({ length: 1 + (index % 3) }, (_, seat) => personOf(index + seat * 5));
    const { name, surname } = personOf(index);
    const line = {
      ...{ id: crypto.randomUUID(), code: newCode(), user_id: buyer.id, product_id: event.id },
      ...{ buyer_email: buyer.email, buyer_name: `${name} ${surname}`, event_title: event.title },
      ...{ unit_price_kurus: 65_000, quantity: seats.length },
      status: pick(['reserved', 'paid', 'paid', 'cancelled'] as const, index),
      created_at: new Date(clock().getTime() - index * 1_800_000),
    };
    return {
      ...line,
      seats,
      search: searchOf(
        { ...line, buyer_phone: null },
        seats.map((seat) => `${seat.name} ${seat.surname}`),
      ),
    };
  });
  await inChunks(rows, async (part) => {
    await db.insert(orders).values(part);
    await db.insert(checkouts).values(
      part.map(({ code, status, quantity, unit_price_kurus, created_at }) => ({
        ...{ code, created_at, due_at: created_at, total_kurus: unit_price_kurus * quantity },
        state: status === 'reserved' ? ('open' as const) : status,
      })),
    );
    await db
      .insert(participants)
      .values(part.flatMap(({ id, seats }) => seats.map((seat, at) => ({ order_id: id, position: at + 1, ...seat }))));
  });
}

async function addComments({ db, clock }: AppContext, count: number): Promise<void> {
  const posts = await db.select({ id: blogs.id }).from(blogs);
  const rows = Array.from({ length: count }, (_, index) => {
    const { name, surname } = personOf(index);
    const comment = { name_surname: `${name} ${surname}`, description: message };
    const created_at = new Date(clock().getTime() - index * 3_600_000);
    const approved_at = index % 10 ? created_at : null;
    const times = { created_at, approved_at };
    return { blog_id: pick(posts, index * 11).id, ...comment, ...times, search: searchOfComment(comment) };
  });
  await inChunks(rows, (part) => db.insert(comments).values(part));
}

async function addMessages({ db, encryption, clock }: AppContext, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const form_type = index % 3 ? ('consulting' as const) : ('coaching' as const);
    const row = { id: crypto.randomUUID(), form_type };
    const email = `anne${index}@ornek.com`;
    const part = {
      ...{ ...personOf(index), email, phone_number: '+905321112233', message },
      ...{ selected_service_id: null, selected_service_name: 'LGS Koçluğu', type: index % 3 ? null : 'Online' },
    };
    const created_at = new Date(clock().getTime() - index * 5_400_000);
    return {
      ...{ ...row, sealed: encryption.encrypt(part, additionalData(row)), email_mark: encryption.fingerprint(email) },
      ...{
        content_mark: encryption.fingerprint(`${index}`),
        consent_version: '1',
        consent_hash: '',
        consented_at: created_at,
      },
      ...{ is_read: index % 5 > 0, created_at },
    };
  });
  await inChunks(rows, (part) => db.insert(enquiries).values(part));
}
