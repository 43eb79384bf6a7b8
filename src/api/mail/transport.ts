import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { type Env, isLoopback } from '../env.ts';
import type { MailMessage } from './message.ts';

/** A mail to send; id and time stay the same in every attempt. */
interface OutgoingMail {
  id: string;
  createdAt: Date;
  kind: string;
  content: MailMessage;
}

/** Hands mails over: to an SMTP server, or to a folder. */
export interface MailTransport {
  /** Resolves when the mail is handed over. Throws nodemailer's error, with `responseCode` if a server answered. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Opens the SMTP server of SMTP_URL, or without one DATA_DIR/outbox, a folder of `.eml` files. */
export const openTransport = (env: Env): MailTransport =>
  env.smtpUrl ? openSmtpTransport(env.smtpUrl) : openFileTransport(env);

/** How many mails a job claims at once. One that waits for a connection is soon taken for too slow, and sent twice. */
export const batchSize = 3;

function openSmtpTransport(url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    // Mails that somebody waits for are sent by a job of their own.
    maxConnections: 2 * batchSize,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Long: one that searches a mail for spam before it confirms it would get it again with every attempt.
    socketTimeout: 80_000,
    ...tlsOptions(url),
  });
  // The pool opens a new connection for the next mail; without a listener the error would end the process.
  transport.on('error', () => {});
  return {
    async send(mail) {
      await transport.sendMail(toSendOptions(mail));
    },
    close: () => transport.close(),
  };
}

/** Mails and password cross no network in the clear: a server without STARTTLS gets neither, unless it is here. */
export const tlsOptions = (url: string): { requireTLS?: boolean } =>
  isLoopback(new URL(url).hostname) ? {} : { requireTLS: true };

function openFileTransport(env: Env): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const folder = join(env.dataDir, 'outbox');
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toSendOptions(mail));
      const stamp = mail.createdAt.toISOString().replace(/[:.]/g, '-');
      // The same name in every attempt, and a rename at the end: no duplicates and no partial files.
      const file = join(folder, `${stamp}-${mail.kind}-${mail.id.slice(0, 8)}.eml`);
      const write = () => writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await write().catch(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write();
      });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

function toSendOptions({ id, createdAt, content }: OutgoingMail): SendMailOptions {
  const domain = /@([\w.-]+)/.exec(content.from)?.[1] ?? 'localhost';
  return {
    ...content,
    // The same in every attempt, so that a mailbox that receives it twice can drop one.
    messageId: `<${id}@${domain}>`,
    date: createdAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
