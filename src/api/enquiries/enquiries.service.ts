import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Enquiry, FormType, NewEnquiry } from '../../contract/enquiries.ts';
import { joinName } from '../../shared/names.ts';
import { hourMs } from '../../shared/time.ts';
import { readPublishedLegal } from '../content/publishedLegal.service.ts';
import type { AppContext } from '../context.ts';
import { lockByName } from '../db/sql.ts';
import { looksAutomatic } from '../http/spamGuard.ts';
import { type Limit, perNetwork } from '../limits/limits.service.ts';
import { networksOf } from '../limits/networks.ts';
import { sealedRecipient } from '../mail/recipient.ts';
import { mutate } from '../mutation.ts';
import { notifyPractice, type PracticeNotification } from '../notifications/notifications.service.ts';
import { succeeds } from '../promises.ts';
import { receiptMail } from './enquiries.mails.ts';
import { enquiries } from './enquiries.tables.ts';

type Row = typeof enquiries.$inferSelect;

/** The fields that name the person or tell their story: the database holds them encrypted only. */
export type EncryptedFields = Pick<
  Enquiry,
  'name' | 'surname' | 'email' | 'phone_number' | 'selected_service_id' | 'selected_service_name' | 'type' | 'message'
>;

/** Counts every accepted enquiry (docs/rules.md, limits). */
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

/** The same message from the same person within this time is sent again: by a double click, or after a lost answer. */
const duplicateMs = hourMs;

/**
 * Stores an enquiry encrypted and notifies the practice. Input that looks automatic is dropped silently.
 * Throws `too_many_requests`.
 */
export async function createEnquiry(ctx: AppContext, input: NewEnquiry, ip: string): Promise<void> {
  await ctx.limits.consumeAll(perNetwork(enquiryLimit, networksOf(ip)));
  if (looksAutomatic(input)) return;
  const { encryption } = ctx;
  const { form_type, kvkk_consent, website, elapsed, ...words } = input;
  const fields: EncryptedFields = { ...words, type: form_type === 'coaching' ? (words.type ?? null) : null };
  const mayReceipt = await succeeds(ctx.limits.consume(receiptLimit, fields.email));
  const id = randomUUID();
  const content_mark = encryption.fingerprint(contentOf(form_type, fields));
  const [consent] = await readPublishedLegal(ctx.db, ['acik-riza'], ctx.clock());
  await mutate(ctx, null, async (mutation) => {
    const { tx, now } = mutation;
    // The lock makes the second request of a double click wait until it can see the first one's row.
    await lockByName(tx, content_mark);
    const since = new Date(now.getTime() - duplicateMs);
    const isSame = eq(enquiries.content_mark, content_mark);
    const duplicate = and(isSame, isNull(enquiries.deleted_at), gt(enquiries.created_at, since));
    if (await tx.$count(enquiries, duplicate)) return;
    await tx.insert(enquiries).values({
      id,
      form_type,
      sealed: encryption.encrypt(fields, additionalData({ id, form_type })),
      email_mark: encryption.fingerprint(fields.email),
      content_mark,
      consent_version: consent?.version ?? '',
      consent_hash: consent?.hash ?? '',
      consented_at: now,
      created_at: now,
    });
    await notifyPractice(mutation, ctx, enquiryNotification);
    if (mayReceipt) await mutation.sendMail(receiptMail(encryption.encrypt(fields.email, sealedRecipient)));
  });
}

/** Counts receipts to one address: nobody can fill a stranger's mailbox by way of the form. */
const receiptLimit: Limit = { name: 'enquiry receipt', points: 3, seconds: 86_400 };

/** What a double click repeats. */
export const contentOf = (formType: FormType, fields: EncryptedFields): string => JSON.stringify([formType, fields]);

/** Binds encrypted fields to their row and form. */
export const additionalData = ({ id, form_type }: Pick<Row, 'id' | 'form_type'>) => `enquiry/${id}/${form_type}`;

/** Binds a note to its enquiry. */
export const noteData = ({ id }: Pick<Row, 'id'>) => `enquiry note/${id}`;

const unreadable: EncryptedFields = {
  name: '',
  surname: '',
  email: '',
  phone_number: '',
  selected_service_id: null,
  selected_service_name: null,
  type: null,
  message: 'Bu mesaj, sitenin şu anki anahtarıyla açılamıyor. Eski anahtar geri konursa yeniden okunur.',
};

/** Decrypts a row. A row whose key is missing says so in its message instead of failing the whole list. */
export function decryptEnquiry({ encryption, log }: Pick<AppContext, 'encryption' | 'log'>, row: Row): Enquiry {
  const { id, form_type, is_read, answered_at } = row;
  let fields = unreadable;
  let note = '';
  try {
    fields = encryption.decrypt(row.sealed, additionalData(row)) as EncryptedFields;
    if (row.note) note = encryption.decrypt(row.note, noteData(row)) as string;
  } catch {
    log.error({ id }, 'a message cannot be decrypted: its key is missing, or it was tampered with');
  }
  const full_name = joinName(fields);
  const status = answered_at ? 'answered' : is_read ? 'read' : 'new';
  return { id, form_type, ...fields, full_name, created_at: row.created_at.toISOString(), is_read, status, note };
}
