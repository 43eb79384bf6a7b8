import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { NewEnquiry } from '../../contract/enquiries.ts';
import type { AppContext } from '../context.ts';
import { looksAutomatic } from '../http/bots.ts';
import { limitKey } from '../http/client.ts';
import { readTerms } from '../legal.ts';
import type { Limit } from '../limits/limits.service.ts';
import { mutate } from '../mutation.ts';
import { notifyPractice, type PracticeNotification } from '../notifications/notifications.service.ts';
import { enquiries } from './enquiries.tables.ts';
import { aboutEnquiry, type SealedPart } from './sealed.ts';

/** The wording people agree to at the form, read when the product starts. */
const consent = readTerms('acik-riza');

/** CONTRACT.md 7: five an hour, every accepted one counted. */
const enquiryLimit: Limit = {
  name: 'enquiry',
  points: 5,
  seconds: 3600,
  message:
    'Kısa süre içinde birkaç mesaj gönderdiniz; hepsi bize ulaştı. Eklemek istediğiniz bir şey varsa biraz sonra yeniden yazabilir ya da bizi arayabilirsiniz.',
};

export const enquiryNotification: PracticeNotification = {
  name: 'enquiry',
  minIntervalSeconds: 600,
  title: 'Yeni bir mesajınız var',
  paragraphs: [
    'Sitenizdeki formdan yeni bir mesaj geldi.',
    'Mesajın kendisi, gizliliği korumak için e-postayla gönderilmez; yönetim alanında sizi bekliyor.',
  ],
  button: 'Gelen mesajları aç',
  path: '/admin/consulting/messages',
};

/** The same message from the same person within this time is a double click, not a second message. */
const twinMilliseconds = 60_000;

/**
 * Keeps an enquiry, sealed, and tells the practice that one waits. What a machine filled in is dropped without a word.
 * Throws `too_many_requests`.
 */
export async function createEnquiry(ctx: AppContext, input: NewEnquiry, ip: string): Promise<void> {
  await ctx.limits.consume(enquiryLimit, limitKey(ip));
  if (looksAutomatic(input)) return;
  const { vault } = ctx;
  const { form_type, kvkk_consent, website, elapsed, ...words } = input;
  const part: SealedPart = { ...words, type: form_type === 'coaching' ? (words.type ?? null) : null };
  const now = ctx.clock();
  const id = randomUUID();
  const content_mark = vault.mark(JSON.stringify([form_type, part]));
  await mutate(ctx, null, async (mutation) => {
    const { tx } = mutation;
    // Two clicks arrive side by side: the second waits here, then sees the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${content_mark}, 0))`);
    const since = new Date(now.getTime() - twinMilliseconds);
    const twin = and(eq(enquiries.content_mark, content_mark), gt(enquiries.created_at, since));
    if (await tx.$count(enquiries, twin)) return;
    await tx.insert(enquiries).values({
      id,
      form_type,
      sealed: vault.seal(part, aboutEnquiry({ id, form_type })),
      email_mark: vault.mark(part.email),
      content_mark,
      consent_version: consent.version,
      consent_hash: consent.hash,
      consented_at: now,
      created_at: now,
    });
    await notifyPractice(mutation, ctx, enquiryNotification);
  });
}
