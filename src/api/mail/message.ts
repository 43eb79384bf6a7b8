import type { SendMailOptions } from 'nodemailer';
import type { Site } from '../../contract/site.ts';
import { calendarFile } from '../../shared/calendar.ts';
import type { Env } from '../env.ts';
import { renderMail } from './layout.ts';
import type { Mail } from './outbox.service.ts';

/** A mail as nodemailer takes it. */
export type MailMessage = Pick<SendMailOptions, 'to' | 'subject' | 'text' | 'html' | 'attachments'> & { from: string };

/** Quotes a display name for a From header. */
const quote = (name: string) => `"${name.replace(/[\r\n]/g, ' ').replace(/["\\]/g, '\\$&')}"`;

const calendarType = { filename: 'atolye.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH' };

/** Renders a queued mail with the practice's current name and address, and attaches its files. */
export function toMessage(
  { to, subject, parts, calendar }: Pick<Mail, 'to' | 'subject' | 'parts' | 'calendar'>,
  { mailFrom, noticeEmail, adminEmail, siteUrl }: Pick<Env, 'mailFrom' | 'noticeEmail' | 'adminEmail' | 'siteUrl'>,
  site: Site,
  queuedAt: Date,
  documents: NonNullable<MailMessage['attachments']> = [],
): MailMessage {
  // A site that was started without samples has no address until the owner writes one.
  const own = site.email || adminEmail || `noreply@${new URL(siteUrl).hostname}`;
  return {
    from: mailFrom ?? `${quote(site.name)} <${own}>`,
    to: to ?? noticeEmail ?? own,
    subject,
    ...renderMail(parts, site, siteUrl),
    attachments: [...(calendar ? [{ ...calendarType, content: calendarFile(calendar, queuedAt) }] : []), ...documents],
  };
}
