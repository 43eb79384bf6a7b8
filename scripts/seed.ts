// Fills an empty database with the demo world: its pictures go through the same pipeline as uploads.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { blogs } from '../src/api/blog/blog.tables.ts';
import { categories, products } from '../src/api/catalog/catalog.tables.ts';
import { searchOf } from '../src/api/comments/comments.service.ts';
import { comments } from '../src/api/comments/comments.tables.ts';
import { services } from '../src/api/consulting/consulting.tables.ts';
import type { AppContext } from '../src/api/context.ts';
import type { Database } from '../src/api/db/connection.ts';
import { readEnv } from '../src/api/env.ts';
import { galleryImages, gallerySets } from '../src/api/gallery/gallery.tables.ts';
import { createLog } from '../src/api/log.ts';
import { openContext } from '../src/api/main.ts';
import { projectRoot } from '../src/api/publish/bringUp.ts';
import { freeSlug } from '../src/api/slugs.ts';
import { keepPicture } from '../src/api/storage/pictures.ts';
import { demoData } from '../src/demo/demoData.ts';
import type { World } from '../src/demo/types.ts';
import { fold } from '../src/shared/fold.ts';
import { toKurus } from '../src/shared/money.ts';
import { dayInIstanbul, startsAt } from '../src/shared/time.ts';
import { isEmpty } from './empty.ts';
import { explain } from './faults.ts';

/** Turns a drawing's name into the address of a stored picture. */
export type KeepArt = (name: string) => Promise<string>;

/** Keeps drawings of public/art as pictures, each once. */
export function createArtKeeper({ db, storage }: AppContext): KeepArt {
  const kept = new Map<string, Promise<string>>();
  const keep = async (name: string) => {
    const drawing = await readFile(join(projectRoot, 'public/art', `${name}.svg`));
    const raster = await sharp(drawing).resize({ width: 960 }).png({ compressionLevel: 1 }).toBuffer();
    // Flat drawings gain next to nothing from a slower encoder; a newcomer's first start does from a faster one.
    return keepPicture(db, storage, raster, 1);
  };
  return (name) => {
    const found = kept.get(name) ?? keep(name);
    kept.set(name, found);
    return found;
  };
}

/** What the parts of a world are written with: a transaction, stored pictures, days as moments. */
interface Writing {
  tx: Database;
  picture: (name: string) => string;
  /** Days from today, less some hours. */
  at: (day: number, hours?: number) => Date;
  date: (day: number) => string;
}

/** Any number: two processes that start together on an empty database fill it in turn, and the second finds it full. */
const seeding = 5_020_461;

/** Writes a world into the database if that is empty, in one transaction, its days counted from `clock`. */
export async function seedWorld({ db, clock }: AppContext, world: World, keepArt: KeepArt): Promise<void> {
  const art = new Map(await Promise.all([...artOf(world)].map(async (name) => [name, await keepArt(name)] as const)));
  const now = clock().getTime();
  const at = (day: number, hours = 0) => new Date(now + (day * 24 - hours) * 3_600_000);
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seeding})`);
    if (!(await isEmpty(tx))) return;
    const writing: Writing = {
      tx,
      picture: (name) => art.get(name) as string,
      at,
      date: (day) => dayInIstanbul(at(day)),
    };
    await writeCatalog(writing, world);
    await writeServices(writing, world);
    await writeGallery(writing, world);
    await writeBlogs(writing, world);
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

async function writeCatalog({ tx, picture, date }: Writing, world: World): Promise<void> {
  const categoryIds = new Map<string, string>();
  for (const name of world.categories) {
    const [row] = await tx
      .insert(categories)
      .values({ name, folded: fold(name) })
      .returning();
    if (row) categoryIds.set(name, row.id);
  }
  const slug = createSlugs();
  for (const item of world.products) {
    await tx.insert(products).values({
      slug: await slug(item.title),
      title: item.title,
      price_kurus: toKurus(item.price),
      description: item.description,
      stock: item.stock,
      date: date(item.day),
      time: item.time,
      starts_at: startsAt(date(item.day), item.time),
      location: item.location,
      category_id: categoryIds.get(item.category) as string,
      image1: picture(item.image1),
      image2: picture(item.image2),
      search: fold(`${item.title} ${item.location}`),
    });
  }
}

async function writeServices({ tx, picture, at }: Writing, world: World): Promise<void> {
  for (const [index, item] of world.services.entries()) {
    await tx.insert(services).values({ ...item, image_url: picture(item.image), created_at: at(-30, -index / 60) });
  }
}

async function writeGallery({ tx, picture, at, date }: Writing, world: World): Promise<void> {
  for (const [index, set] of world.gallery.entries()) {
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

async function writeBlogs({ tx, picture, at }: Writing, world: World): Promise<void> {
  const slug = createSlugs();
  for (const [index, item] of world.blogs.entries()) {
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
    for (const [position, comment] of world.comments.filter((entry) => entry.blog === item.title).entries()) {
      const written = at(comment.day, position / 10);
      await tx.insert(comments).values({
        blog_id: row?.id as string,
        name_surname: comment.name_surname,
        description: comment.description,
        created_at: written,
        approved_at: comment.approved ? written : null,
        search: searchOf(comment),
      });
    }
  }
}

function artOf(world: World): Set<string> {
  const inText = world.blogs.flatMap((item) =>
    [...item.content.matchAll(/src="art:([\w-]+)"/g)].map((match) => match[1] as string),
  );
  return new Set([
    ...world.products.flatMap((item) => [item.image1, item.image2]),
    ...world.services.map((item) => item.image),
    ...world.gallery.flatMap((set) => set.images.map((image) => image.art)),
    ...world.blogs.flatMap((item) => item.image ?? []),
    ...inText,
  ]);
}

/** `npm run seed`: into the database the environment names, if it is empty. */
async function seed(): Promise<void> {
  const ctx = await openContext(readEnv(process.env), createLog('warn'));
  try {
    if (!(await isEmpty(ctx.db))) return console.log('There is content already; nothing was changed.');
    await seedWorld(ctx, demoData, createArtKeeper(ctx));
    console.log('The sample content is in.');
  } finally {
    await ctx.close();
  }
}

if (import.meta.main) {
  await seed().catch((error) => {
    console.error(explain(error));
    process.exit(1);
  });
}
