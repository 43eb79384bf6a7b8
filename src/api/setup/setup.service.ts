import type { PaymentSettings } from '../../contract/paymentSettings.ts';
import type { Setup } from '../../contract/setup.ts';
import { hasSampleAdmin } from '../account/firstAdmin.service.ts';
import { findUntrueEnquiryDays } from '../content/enquiryDays.service.ts';
import { findLeftWords } from '../content/sampleWords.service.ts';
import type { AppContext } from '../context.ts';
import { mutate } from '../mutation.ts';
import { readPaymentSettings } from '../payments/paymentSettings.service.ts';
import { countRemovableSamples } from '../samples/samples.admin.service.ts';
import { lockSetting, readSetting, saveSetting } from '../site/settings.service.ts';
import { missingIdentity, readSite } from '../site/site.service.ts';

/** Name of the settings row with what the admin did for the setup. */
const name = 'setup';

interface Done {
  /** ISO 8601. */
  mail_tested_at?: string | null;
  legal_checked_at?: string | null;
}

/** Returns which steps are done; the dashboard and `npm run doctor` tell the same list. */
export async function readSetup(ctx: Pick<AppContext, 'db' | 'env' | 'cards'>): Promise<Setup> {
  const { db, env } = ctx;
  const site = await readSite(db);
  const { mail_tested_at = null, legal_checked_at = null } = (await readSetting<Done>(db, name)) ?? {};
  const missing = missingIdentity(site);
  const left = await countRemovableSamples(db);
  const words = await findLeftWords(db);
  const enquiry_days = env.enquiryRetentionDays;
  const untrue = await findUntrueEnquiryDays(db, enquiry_days);
  const payment = await readPaymentSettings(db, ctx);
  const server = env.smtpUrl !== undefined;
  return {
    identity: { done: missing.length === 0, missing },
    mail: { done: server && mail_tested_at !== null, server, tested_at: server ? mail_tested_at : null },
    payment: toPaymentStep(payment),
    words: { done: !words.some(({ kind }) => kind === 'sample'), left: words },
    samples: { done: left === 0, left },
    legal: { done: legal_checked_at !== null && !untrue.length, checked_at: legal_checked_at, enquiry_days, untrue },
    etbis: { done: site.etbis_url !== '' },
    admin: { done: !(await hasSampleAdmin(db)) },
  };
}

/** Buyers know how to pay: the account for transfers is there, or another way is on offer instead. */
function toPaymentStep({ transfer, onsite, card }: PaymentSettings): Setup['payment'] {
  const { enabled, iban, bank } = transfer;
  // Without a holder buyers read the legal name.
  const done = enabled ? iban !== '' : onsite.enabled || card.enabled;
  return { done, transfer: enabled, iban_end: iban.slice(-4) || null, bank };
}

/** Notes that a lawyer read the legal texts, or takes it back. */
export async function saveLegalCheck(ctx: AppContext, actorId: string, checked: boolean): Promise<Setup> {
  await saveDone(ctx, actorId, 'legal', (now) => ({ legal_checked_at: checked ? now.toISOString() : null }));
  return readSetup(ctx);
}

/** Notes the result of a test mail. */
export const saveMailTest = (ctx: AppContext, actorId: string, sent: boolean): Promise<void> =>
  saveDone(ctx, actorId, 'mail', (now) => ({ mail_tested_at: sent ? now.toISOString() : null }));

const saveDone = (ctx: AppContext, actorId: string, step: string, change: (now: Date) => Done): Promise<void> =>
  mutate(ctx, actorId, async ({ tx, now, audit }) => {
    await lockSetting(tx, name, {});
    const changed = change(now);
    await saveSetting(tx, name, { ...(await readSetting<Done>(tx, name)), ...changed });
    await audit({ action: 'update', entity: 'setup', entityId: step, after: { ...changed } });
  });
