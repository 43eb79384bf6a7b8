import { contentTitle, legalNames } from '../../contract/contentDocuments.ts';
import type { Database } from '../db/connection.ts';
import { readNewest } from './content.service.ts';

/** How the product's legal texts say after how many days messages are deleted; in the dative they are answered. */
const promise = /(?:mesajlar(?!\S*a[\s|])\S*|bu amaçla)[\s|]+(\d+) gün/giu;

/** Returns titles of the legal texts that promise another number of days for messages. */
export async function findUntrueEnquiryDays(db: Database, days: number): Promise<string[]> {
  const texts = await readNewest(db, legalNames);
  const isUntrue = (body: string) => [...body.matchAll(promise)].some(([, promised]) => Number(promised) !== days);
  return texts.filter(({ data }) => isUntrue(String(data.body))).map(({ name, data }) => contentTitle(name, data));
}
