// Creates and fills the databases to measure on.
import { join } from 'node:path';
import { users } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { setLiveWords, snapshotWords } from '../../src/api/content/content.service.ts';
import type { AppContext } from '../../src/api/context.ts';
import { mutate } from '../../src/api/mutation.ts';
import { addProduct } from '../../tests/api/shop.ts';
import { startPostgres } from '../../tests/load/postgres.ts';
import { createTempFolder } from './product.ts';

export type Kind = 'embedded' | 'postgres';

/** Creates an empty database, as environment of the product. Disposing it removes everything. */
export async function openDatabase(kind: Kind): Promise<AsyncDisposable & { environment: Record<string, string> }> {
  const folder = createTempFolder();
  const environment: Record<string, string> = { DATA_DIR: join(folder.path, 'data') };
  if (kind === 'embedded') return { environment, [Symbol.asyncDispose]: folder.remove };
  const server = await startPostgres({ durable: true });
  environment.DATABASE_URL = server.url;
  return {
    environment,
    async [Symbol.asyncDispose]() {
      await server.stop();
      await folder.remove();
    },
  };
}

/** Makes the words of the pages the published ones, as a release does: shops are open after it. */
const publishWords = (ctx: AppContext) =>
  mutate(ctx, null, async ({ tx, now }) => setLiveWords(tx, await snapshotWords(tx, now), now));

/** What a load needs: accounts that can sign in, tokens, products that do not sell out. */
export interface Crowd {
  emails: string[];
  password: string;
  tokens: string[];
  events: string[];
}

export async function fillCrowd(ctx: AppContext, size: number): Promise<Crowd> {
  const password = 'pamuk-iplik-42-kedi';
  const password_hash = await hashPassword(password);
  const people = Array.from({ length: size }, (_, index) => ({
    email: `kisi${index}@ornek.com`,
    name: 'Deniz',
    surname: 'Yılmaz',
    password_hash,
    activated_at: ctx.clock(),
  }));
  const rows = await ctx.db.insert(users).values(people).returning();
  const tokens = [];
  for (const row of rows) tokens.push(await openSession(ctx.db, row.id, 'bench', ctx.clock()));
  const events = [];
  for (let count = 0; count < 20; count += 1) events.push(await addProduct(ctx, { stock: 90_000 }));
  await publishWords(ctx);
  return { emails: people.map(({ email }) => email), password, tokens, events };
}

/** Writes rows in chunks, since the number of values in a statement is limited. */
export async function inChunks<T>(rows: T[], write: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) await write(rows.slice(start, start + 500));
}

/** A post, the same for every site generator that is compared. */
export const postOf = (index: number) => ({
  slug: `yazi-${index}`,
  title: `Yazı ${index}: sınav kaygısı ve uyku`,
  description: `Bu yazıda ${index}. kez, sınavdan önceki gecenin neden uzun sürdüğünü anlatıyoruz.`,
  paragraphs: Array.from(
    { length: 12 },
    (_, part) =>
      `Paragraf ${part + 1} / ${index}. Kaygı, bedenin sizi korumak için kurduğu eski bir alarmdır; susturmak yerine ` +
      'dinlemek, ne zaman yersiz çaldığını anlamak ve nefesle ritmini yavaşlatmak işe yarar. Bunu birlikte çalışırız.',
  ),
});

export async function fillPosts({ db, clock }: AppContext, count: number): Promise<void> {
  const now = clock().getTime();
  const rows = Array.from({ length: count }, (_, index) => {
    const { slug, title, description, paragraphs } = postOf(index);
    const moment = new Date(now - (index + 1) * 60_000);
    const content = paragraphs.map((text) => `<p>${text}</p>`).join('');
    const times = { publish_at: moment, created_at: moment, updated_at: moment };
    return { slug, title, description, content, preview_token: `onizleme-${crypto.randomUUID()}`, ...times };
  });
  await inChunks(rows, (part) => db.insert(blogs).values(part));
}
