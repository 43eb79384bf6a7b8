import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { countUsers } from '../api/account/account.admin.service.ts';
import { blogs } from '../api/blog/blog.tables.ts';
import { categories, products } from '../api/catalog/catalog.tables.ts';
import { toNameColumns } from '../api/catalog/categories.service.ts';
import { searchOf } from '../api/comments/comments.service.ts';
import { comments } from '../api/comments/comments.tables.ts';
import { services } from '../api/consulting/consulting.tables.ts';
import type { AppContext } from '../api/context.ts';
import type { Database } from '../api/db/connection.ts';
import { galleryImages, gallerySets } from '../api/gallery/gallery.tables.ts';
import { markSamples } from '../api/samples/samples.service.ts';
import { hasSampleWordsChoice, readSite, setSampleWords } from '../api/site/site.service.ts';
import { freeSlug } from '../api/slugs.ts';
import { storeEncoded } from '../api/storage/pictures.ts';
import { fold } from '../shared/fold.ts';
import { toKurus } from '../shared/money.ts';
import { dayInIstanbul, dayMs, hourMs, startsAt } from '../shared/time.ts';
import { drawingSize, readDrawing } from './drawings.ts';
import type { DemoData } from './types.ts';

/** Decides on a new database, once, that pages show neutral words and no sample identity. */
export const startWithoutSamples = ({ db }: AppContext): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    const isNew = !(await hasSampleWordsChoice(tx)) && !(await countUsers(tx)) && (await isDatabaseEmpty(tx));
    if (isNew) await setSampleWords(tx, false);
  });

/** Turns a drawing's name into the address of a stored picture. */
type StoreDrawing = (name: string) => Promise<string>;

/** Stores the encoded drawings that come with the product, each once. */
export function createDrawingStore(ctx: AppContext): StoreDrawing {
  const urls = new Map<string, Promise<string>>();
  return (name) => {
    const url = urls.get(name) ?? storeEncoded(ctx, drawingSize(name), readDrawing(name));
    urls.set(name, url);
    return url;
  };
}

/** Whether there is no content at all, on a site that may have samples: not where they were refused or removed. */
export async function isDatabaseEmpty(db: Database): Promise<boolean> {
  // One after the other: a transaction has a single connection.
  if (!(await readSite(db)).sample_words) return false;
  for (const table of [products, blogs, services, gallerySets]) if (await db.$count(table)) return false;
  return true;
}

/** What each room's rows are written with. */
interface SeedContext {
  tx: Database;
  /** Address of a drawing's stored picture. */
  picture: (name: string) => string;
  /** The time `day` days from now, less `hours`. */
  at: (day: number, hours?: number) => Date;
  /** The calendar day `day` days from now. */
  date: (day: number) => string;
}

/** Number of the advisory lock; any will do. Of two processes that seed together the second finds the database full. */
const seedLock = 5_020_461;

/** Writes the data into an empty database in one transaction, its days counted from `clock`. A full one stays. */
export async function seedDatabase({ db, clock }: AppContext, data: DemoData, store: StoreDrawing): Promise<void> {
  const urls = new Map(
    await Promise.all([...drawingsOf(data)].map(async (name) => [name, await store(name)] as const)),
  );
  const now = clock().getTime();
  const at = (day: number, hours = 0) => new Date(now + day * dayMs - hours * hourMs);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (!(await isDatabaseEmpty(tx))) return;
    const context: SeedContext = {
      tx,
      picture: (name) => urls.get(name) as string,
      at,
      date: (day) => dayInIstanbul(at(day)),
    };
    await writeCatalog(context, data);
    await writeServices(context, data);
    await writeGallery(context, data);
    await writeBlogs(context, data);
    await markSamples(tx);
    await setSampleWords(tx, true);
  });
}

/** Slugs as the services make them, within one room. */
function createSlugs() {
  const taken = new Set<string>();
  return async (title: string) => {
    const slug = await freeSlug(title, 'kayit', async (candidate) => taken.has(candidate));
    taken.add(slug);
    return slug;
  };
}

async function writeCatalog({ tx, picture, date }: SeedContext, data: DemoData): Promise<void> {
  const categoryIds = new Map<string, string>();
  for (const name of data.categories) {
    const [row] = await tx.insert(categories).values(toNameColumns(name)).returning();
    if (row) categoryIds.set(name, row.id);
  }
  const slug = createSlugs();
  for (const item of data.products) {
    await tx.insert(products).values({
      slug: await slug(item.title),
      title: item.title,
      price_kurus: toKurus(item.price),
      description: item.description,
      stock: item.stock,
      date: date(item.day),
      time: item.time,
      duration_minutes: item.duration_minutes,
      age_from: item.age_from,
      age_to: item.age_to,
      starts_at: startsAt(date(item.day), item.time),
      location: item.location,
      category_id: categoryIds.get(item.category) as string,
      image1: picture(item.image1),
      image2: picture(item.image2),
      search: fold(`${item.title} ${item.location}`),
    });
  }
}

async function writeServices({ tx, picture, at }: SeedContext, data: DemoData): Promise<void> {
  for (const [index, item] of data.services.entries()) {
    await tx.insert(services).values({ ...item, image_url: picture(item.image), created_at: at(-30, -index / 60) });
  }
}

async function writeGallery({ tx, picture, at, date }: SeedContext, data: DemoData): Promise<void> {
  for (const [index, set] of data.gallery.entries()) {
    const { title, description, category } = set;
    const values = { title, description, category, date: date(set.day), created_at: at(set.day, index / 60) };
    const [row] = await tx.insert(gallerySets).values(values).returning();
    const images = set.images.map((image, order) => ({
      set_id: row?.id as string,
      position: order + 1,
      image_url: picture(image.art),
      alt: image.alt,
    }));
    await tx.insert(galleryImages).values(images);
  }
}

async function writeBlogs({ tx, picture, at }: SeedContext, data: DemoData): Promise<void> {
  const slug = createSlugs();
  for (const [index, item] of data.blogs.entries()) {
    const moment = at(item.day, 1 + index / 60);
    const [row] = await tx
      .insert(blogs)
      .values({
        slug: await slug(item.title),
        title: item.title,
        description: item.description,
        content: item.content.replace(/src="art:([\w-]+)"/g, (_, name: string) => `src="${picture(name)}"`),
        image_url: item.image && picture(item.image),
        publish_at: moment,
        created_at: moment,
        updated_at: moment,
        preview_token: randomBytes(24).toString('base64url'),
        search: fold(`${item.title} ${item.description}`),
      })
      .returning();
    for (const [position, comment] of (item.comments ?? []).entries()) {
      const written = at(comment.day, position / 10);
      await tx.insert(comments).values({
        blog_id: row?.id as string,
        name_surname: comment.name_surname,
        description: comment.description,
        created_at: written,
        approved_at: comment.waits ? null : written,
        search: searchOf(comment),
      });
    }
  }
}

/** Names of the drawings that the content shows. */
export function drawingsOf(data: DemoData): Set<string> {
  const inText = data.blogs.flatMap((item) =>
    [...item.content.matchAll(/src="art:([\w-]+)"/g)].map((match) => match[1] as string),
  );
  return new Set([
    ...data.products.flatMap((item) => [item.image1, item.image2]),
    ...data.services.map((item) => item.image),
    ...data.gallery.flatMap((set) => set.images.map((image) => image.art)),
    ...data.blogs.flatMap((item) => item.image ?? []),
    ...inText,
  ]);
}
