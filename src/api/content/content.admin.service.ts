import { desc, eq } from 'drizzle-orm';
import type { AdminContent, ContentRow, RevisionRow, SavedContent } from '../../contract/content.ts';
import {
  type ContentName,
  contentFields,
  contentTitle,
  isLegal,
  maxLetters,
  parseWords,
} from '../../contract/contentDocuments.ts';
import { isSameJson } from '../../shared/json.ts';
import { readUserNames } from '../account/contacts.service.ts';
import type { AppContext } from '../context.ts';
import { ApiError, invalid } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { type Paged, type PageRange, selectPage, slicePage } from '../paging.ts';
import { adviseWords } from './adviseWords.ts';
import { changedPaths } from './changedPaths.ts';
import {
  addRevision,
  lockWords,
  type Revision,
  readLiveNumbers,
  readNewest,
  readNewestOf,
  readPublicContent,
  readRevision,
  storeSeeds,
} from './content.service.ts';
import { content } from './content.tables.ts';
import { findMissingPictures } from './contentPictures.service.ts';

/** All documents, in the order of the admin area's list. */
export async function listContent({ db }: AppContext): Promise<ContentRow[]> {
  const newest = await readNewest(db);
  const live = await readLiveNumbers(db);
  const names = await readUserNames(db, newest, 'author');
  return newest.map(({ name, revision, data, author, at }) => ({
    ...{ name, title: contentTitle(name, data), revision },
    live_revision: live.get(name) ?? null,
    updated_at: at.toISOString(),
    updated_by: names.get(author ?? '') ?? null,
  }));
}

/** One document with the description of its form. */
export async function readContent({ db, clock }: AppContext, name: ContentName): Promise<AdminContent> {
  const { revision, data, at } = await readNewestOf(db, name);
  const { version } = isLegal(name) ? await readPublicContent(db, name, clock()) : {};
  const title = contentTitle(name, data);
  return {
    ...{ name, title, revision, version, updated_at: at.toISOString(), data },
    ...{ fields: contentFields(name), max_letters: maxLetters(name), warnings: adviseWords(name, data) },
  };
}

/** Checks words by their document's schema and that their pictures are there. Throws `invalid`. */
export async function checkWords(ctx: AppContext, name: ContentName, data: unknown): Promise<Record<string, unknown>> {
  const { words, fields } = parseWords(name, data);
  if (fields) throw invalid(fields);
  const missing = await findMissingPictures(ctx, name, words);
  if (missing.length) throw invalid(Object.fromEntries(missing.map(({ path }) => [path, missingPicture])));
  return words;
}

const missingPicture = 'Bu görsel sitede yok. Lütfen yeniden yükleyin ya da başka bir görsel seçin.';

/**
 * Saves words as a new revision; those that are the newest already make none. Throws `invalid`, or `edit_conflict` with
 * the `current` words where `base` is not the newest revision.
 */
export async function saveContent(
  ctx: AppContext,
  actorId: string,
  name: ContentName,
  {
    base,
    data: sent,
    ask_again = false,
  }: { base: number; data: Record<string, unknown>; ask_again?: boolean | undefined },
): Promise<SavedContent> {
  if (ask_again && !isLegal(name)) throw invalid({ ask_again: 'Yalnızca yasal metinlerde sorulur.' });
  const data = await checkWords(ctx, name, sent);
  return mutate(ctx, actorId, async (mutation) => {
    await lockWords(mutation.tx);
    const newest = await readNewestOf(mutation.tx, name);
    if (isSameJson(newest.data, data)) return toSaved(newest);
    if (newest.revision !== base) {
      throw new ApiError('edit_conflict', { current: { revision: newest.revision, data: newest.data } });
    }
    return writeRevision(mutation, newest, data, { ask_again });
  });
}

/** Makes the words of an earlier revision the newest ones. Throws `not_found`. */
export const restoreRevision = (
  ctx: AppContext,
  actorId: string,
  name: ContentName,
  revision: number,
): Promise<SavedContent> =>
  mutate(ctx, actorId, async (mutation) => {
    await lockWords(mutation.tx);
    const { data } = await readRevision(mutation.tx, name, revision);
    const newest = await readNewestOf(mutation.tx, name);
    if (isSameJson(newest.data, data)) return toSaved(newest);
    return writeRevision(mutation, newest, data, { note: `restore ${revision}` });
  });

const toSaved = ({ name, revision, data }: Pick<Revision, 'name' | 'revision' | 'data'>): SavedContent => ({
  ...{ revision, data },
  warnings: adviseWords(name, data),
});

/** Adds a revision on top of the newest one, with its audit entry. Only under `lockWords`. */
export async function writeRevision(
  { tx, now, actorId, audit, contentChanged }: Mutation,
  newest: Revision,
  data: Record<string, unknown>,
  { note = null, ask_again = false }: { note?: string | null; ask_again?: boolean },
): Promise<SavedContent> {
  await storeSeeds(tx, now);
  const { name } = newest;
  const revision = await addRevision(tx, { name, data, author: actorId, note, ask_again, at: now });
  const fields = changedPaths(newest.data, data);
  await audit({
    action: note?.startsWith('restore') ? 'restore' : 'update',
    ...{ entity: 'content', entityId: name },
    before: { revision: newest.revision },
    after: { revision, fields, ...(ask_again ? { ask_again } : {}) },
  });
  await contentChanged('content', name);
  return toSaved({ name, revision, data });
}

/** Revisions of a document, newest first. */
export async function listRevisions(
  { db }: AppContext,
  name: ContentName,
  page: PageRange | undefined,
): Promise<Paged<RevisionRow>> {
  const where = eq(content.name, name);
  const query = db.select().from(content).where(where).orderBy(desc(content.revision)).$dynamic();
  const { rows, total } = await selectPage(query, page, () => db.$count(content, where));
  if (total === 0) {
    const { revision, at } = await readNewestOf(db, name);
    return slicePage([{ revision, at: at.toISOString(), by: null }], page);
  }
  const names = await readUserNames(db, rows, 'author');
  return { rows: rows.map((row) => toRow({ ...row, at: row.created_at }, names)), total };
}

const toRow = (
  { revision, at, author, ask_again }: Pick<Revision, 'revision' | 'at' | 'author' | 'ask_again'>,
  names: Map<string, string>,
): RevisionRow => ({
  ...{ revision, at: at.toISOString(), by: names.get(author ?? '') ?? null },
  ...(ask_again ? { ask_again } : {}),
});

/** One revision of a document with its words and who saved it when. Throws `not_found`. */
export async function readRevisionRow(
  { db }: AppContext,
  name: ContentName,
  number: number,
): Promise<RevisionRow & { data: Record<string, unknown> }> {
  const found = await readRevision(db, name, number);
  return { ...toRow(found, await readUserNames(db, [found], 'author')), data: found.data };
}
