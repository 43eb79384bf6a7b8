import type { ContentFile } from '../../contract/content.ts';
import { type ContentName, parseWords } from '../../contract/contentDocuments.ts';
import { isContentName, isKnownVersion, openWords, schemaVersion } from '../../contract/contentVersions.ts';
import { isSameJson } from '../../shared/json.ts';
import type { AppContext } from '../context.ts';
import { invalid } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { writeRevision } from './content.admin.service.ts';
import { lockWords, readNewest, readNewestOf } from './content.service.ts';
import { findMissingPictures } from './contentPictures.service.ts';

/** All newest words as one file. */
export async function exportContent({ db, clock }: AppContext): Promise<ContentFile> {
  const documents = (await readNewest(db)).map(
    ({ name, data }) => [name, { schema_version: schemaVersion(name), data }] as const,
  );
  return { kind: 'words', exported_at: clock().toISOString(), documents: Object.fromEntries(documents) };
}

/**
 * Takes over the words of a file, all or none; documents that it does not name stay. An uploaded picture of another
 * site is replaced by a drawing. Returns the names of those that changed and the paths of such pictures. Throws
 * `invalid` with the document's name before each path.
 */
export async function importContent(
  ctx: AppContext,
  actorId: string,
  file: ContentFile,
): Promise<{ changed: string[]; replaced_pictures: string[] }> {
  const words: [ContentName, Record<string, unknown>][] = [];
  const wrong: Record<string, string> = {};
  for (const [name, { schema_version, data }] of Object.entries(file.documents)) {
    if (!isContentName(name)) wrong[name] = 'Bu sitede böyle bir metin yok.';
    else if (!isKnownVersion(name, schema_version)) wrong[name] = 'Bu metin, ürünün daha yeni bir sürümünden.';
    else {
      const parsed = parseWords(name, openWords(name, data, schema_version));
      if (parsed.words) words.push([name, parsed.words]);
      else for (const [path, message] of Object.entries(parsed.fields)) wrong[`${name}.${path}`] = message;
    }
  }
  if (Object.keys(wrong).length) throw invalid(wrong);
  const replaced: string[] = [];
  for (const [name, data] of words)
    for (const { path, field } of await findMissingPictures(ctx, name, data)) {
      setPath(data, path.split('.'), field.choices?.[0]?.value);
      replaced.push(`${name}.${path}`);
    }
  const changed = await mutate(ctx, actorId, async (mutation) => {
    await lockWords(mutation.tx);
    const names: string[] = [];
    for (const [name, data] of words) {
      const newest = await readNewestOf(mutation.tx, name);
      if (isSameJson(newest.data, data)) continue;
      await writeRevision(mutation, newest, data, { note: 'import' });
      names.push(name);
    }
    if (names.length) await mutation.audit({ action: 'import', entity: 'content', after: { documents: names } });
    return names;
  });
  return { changed, replaced_pictures: replaced };
}

function setPath(words: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown): void {
  if (rest.length) setPath(words[key] as Record<string, unknown>, rest, value);
  else words[key] = value;
}
