import { type ContentName, contentFields, contentTitle } from '../../contract/contentDocuments.ts';
import { readTexts } from '../../contract/contentText.ts';
import type { Setup } from '../../contract/setup.ts';
import { isSameJson } from '../../shared/json.ts';
import type { Database } from '../db/connection.ts';
import type { Mutation } from '../mutation.ts';
import { writeRevision } from './content.admin.service.ts';
import { lockWords, readNewest } from './content.service.ts';
import { type SeedKind, seedOf } from './seeds.ts';

/**
 * Puts the product's words of one kind in place of those of the other, in documents that nobody edited. They stay as a
 * revision, like all others.
 */
export async function replaceProductWords(mutation: Mutation, from: SeedKind, to: SeedKind): Promise<void> {
  await lockWords(mutation.tx);
  for (const newest of await readNewest(mutation.tx)) {
    const [old, next] = [seedOf(from, newest.name), seedOf(to, newest.name)];
    if (isSameJson(newest.data, old) && !isSameJson(old, next))
      await writeRevision(mutation, newest, next, { note: to });
  }
}

type LeftWords = Setup['words']['left'];

/** Documents that still hold words of the sample practice, or neutral words in place of them. */
export async function findLeftWords(db: Database): Promise<LeftWords> {
  return (await readNewest(db)).flatMap(({ name, data }): LeftWords => {
    const sample = ownTexts(name, seedOf('sample', name));
    const neutral = ownTexts(name, seedOf('neutral', name));
    const texts = [...readTexts(contentFields(name), data)];
    const left = (own: Set<string>, others: Set<string>) =>
      texts.filter(({ text }) => own.has(text) && !others.has(text)).map(({ path }) => path);
    const title = contentTitle(name, data);
    const ofSample = left(sample, neutral);
    if (ofSample.length) return [{ name, title, kind: 'sample', fields: ofSample }];
    const ofNeutral = left(neutral, sample);
    return ofNeutral.length ? [{ name, title, kind: 'neutral', fields: ofNeutral }] : [];
  });
}

const ownTexts = (name: ContentName, words: Record<string, unknown>) =>
  new Set([...readTexts(contentFields(name), words)].map(({ text }) => text));
