import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Bank } from '../../contract/checkouts.ts';
import type { PaymentMethod } from '../../contract/orders.ts';
import {
  type PaymentSettings,
  type PaymentSettingsEdit,
  type SavedPaymentSettings,
  savedSettings,
} from '../../contract/paymentSettings.ts';
import { paymentTexts } from '../../contract/payments.texts.ts';
import { joinName } from '../../shared/names.ts';
import { readAdminEmails } from '../account/account.admin.service.ts';
import type { Caller } from '../account/caller.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import { diff } from '../audit/audit.service.ts';
import { assertUnchanged } from '../conflict.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, invalid } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { proveByPassword } from '../secondFactor/secondFactor.service.ts';
import { readSite } from '../site/site.service.ts';
import { defaultHolidays } from './holidays.ts';
import { bankChangedMail } from './payments.mails.ts';
import { paymentSettings } from './payments.tables.ts';

const defaults: PaymentSettings = {
  transfer: { enabled: true, holder: '', iban: '', bank: '' },
  onsite: { enabled: true },
  // Where it is absent, cards are on as soon as a card service is set up.
  card: { enabled: true },
  days_before: 3,
  warn_hours: 24,
  holidays: defaultHolidays,
};

type Row = typeof paymentSettings.$inferSelect;

/** The stored row, or what stands for it until there is one. */
async function readRow(db: Database): Promise<Row> {
  const [row] = await db.select().from(paymentSettings);
  return row ?? { id: 1, value: {}, updated_at: new Date(0), bank_changed_at: null, former_ibans: [], salt: '' };
}

/** Makes the row if there is none, so that two first saves wait for each other and the salt is made once. */
const ensureRow = (tx: Database) =>
  tx
    .insert(paymentSettings)
    .values({ value: {}, updated_at: new Date(0), salt: randomBytes(32).toString('hex') })
    .onConflictDoNothing();

/** What settings need besides the stored row. */
type CardSource = Pick<AppContext, 'cards'>;

function toSettings({ value, updated_at, bank_changed_at }: Row, { cards }: CardSource): SavedPaymentSettings {
  const { card, ...settings } = { ...defaults, ...(value as Partial<PaymentSettings>) };
  return {
    ...settings,
    card: { enabled: card.enabled && cards !== undefined, provider: cards?.name ?? 'none' },
    updated_at: updated_at.toISOString(),
    bank_changed_at: bank_changed_at?.toISOString() ?? null,
  };
}

/** SQL of a text that is another one after each write of the settings. */
export const paymentSettingsVersionSql = sql`coalesce((select xmin::text from ${paymentSettings}), '')`;

/** How buyers pay: what the owner saved, and defaults. */
export const readPaymentSettings = async (db: Database, source: CardSource): Promise<SavedPaymentSettings> =>
  toSettings(await readRow(db), source);

/** When payments are due: the part of the settings that no card service changes. */
export const readPaymentTerms = async (
  db: Database,
): Promise<Pick<PaymentSettings, 'days_before' | 'warn_hours' | 'holidays'>> =>
  toSettings(await readRow(db), { cards: undefined });

/** IBANs that were shown to buyers before and are not now. */
export const readFormerIbans = async (db: Database): Promise<string[]> => (await readRow(db)).former_ibans;

/** Salt of statement fingerprints, one per installation for ever. */
export async function readSalt(ctx: AppContext): Promise<string> {
  const { salt } = await readRow(ctx.db);
  if (salt) return salt;
  return mutate(ctx, null, async ({ tx }) => {
    await ensureRow(tx);
    return (await readRow(tx)).salt;
  });
}

/** Ways to pay on offer. An order too near to its start to be due before it can always be paid on site. */
export function offeredMethods({ transfer, onsite, card }: SavedPaymentSettings, near: boolean): PaymentMethod[] {
  const offered: [PaymentMethod, boolean][] = [
    ['transfer', transfer.enabled],
    ['onsite', onsite.enabled || near],
    ['card', card.enabled && card.provider !== 'none'],
  ];
  return offered.flatMap(([method, isOn]) => (isOn ? [method] : []));
}

/** The practice's account and what a transfer must say; null while no IBAN is known. */
export const toBank = (
  { transfer: { holder, iban, bank } }: SavedPaymentSettings,
  legalName: string,
  reference: string,
): Bank | null => (iban ? { holder: holder || legalName, iban, bank, reference } : null);

/** IBANs without repetitions, blanks and the present one. */
const toFormer = (ibans: string[], present: string) => [...new Set(ibans)].filter((iban) => iban && iban !== present);

const accountOf = ({ transfer: { holder, iban, bank } }: Pick<PaymentSettings, 'transfer'>) =>
  JSON.stringify([holder, iban, bank]);

/** Without a card service its switch is not shown, and what the form sends for it is nobody's choice. */
const toStored = ({ card, ...value }: PaymentSettings, { cards }: CardSource): Partial<PaymentSettings> =>
  cards ? { ...value, card } : value;

/**
 * Saves how buyers pay. Another holder, IBAN or bank needs the password, and a second factor that is on; all admins and
 * the practice are mailed. Throws `edit_conflict`, `reauthentication_required`, `wrong_password`, `otp_wrong`.
 */
export async function savePaymentSettings(
  ctx: AppContext,
  session: SessionUser,
  { updated_at, current_password, otp, ...value }: PaymentSettingsEdit,
  caller: Caller,
): Promise<SavedPaymentSettings> {
  const actor = session.user;
  const before = await readPaymentSettings(ctx.db, ctx);
  await assertUnchanged(new Date(before.updated_at), updated_at, savedSettings, () => before);
  if (!offeredMethods({ ...before, ...value, card: { ...before.card, ...value.card } }, false).length)
    throw invalid({ 'transfer.enabled': paymentTexts.noMethod });
  const isProven = accountOf(before) !== accountOf(value);
  if (isProven) await proveByPassword(ctx, session, { current_password, otp }, caller);
  return mutate(ctx, actor.id, async ({ tx, now, audit, sendMail }) => {
    await ensureRow(tx);
    await tx.select().from(paymentSettings).for('update');
    const { former_ibans } = await readRow(tx);
    const current = await readPaymentSettings(tx, ctx);
    await assertUnchanged(new Date(current.updated_at), updated_at, savedSettings, () => current);
    const changesAccount = accountOf(current) !== accountOf(value);
    // Without `updated_at` somebody may have changed the account since the proof was looked at.
    if (changesAccount && !isProven) throw new ApiError('edit_conflict', { current });
    const [row] = await tx
      .update(paymentSettings)
      .set({
        value: toStored(value, ctx),
        updated_at: now,
        ...(changesAccount && { bank_changed_at: now }),
        former_ibans: toFormer([...former_ibans, current.transfer.iban], value.transfer.iban),
      })
      .where(eq(paymentSettings.id, 1))
      .returning();
    const changes = diff({ ...current, card: { enabled: current.card.enabled } }, value);
    await audit({ action: 'update', entity: 'payment_settings', ...changes });
    if (changesAccount) {
      const change = {
        before: current.transfer,
        after: value.transfer,
        by: joinName(actor),
        at: now.toISOString(),
      };
      const practice = ctx.env.noticeEmail ?? (await readSite(tx)).email;
      const admins = (await readAdminEmails(tx)).filter((email) => email !== practice);
      for (const to of [undefined, ...admins]) await sendMail(bankChangedMail(to, change, ctx.env.siteUrl));
    }
    return toSettings(row as Row, ctx);
  });
}
