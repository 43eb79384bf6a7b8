import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { email } from '../shared/text.ts';

/** An environment variable cannot be read; `message` names it and what it takes. */
export class EnvError extends Error {}

export interface Env {
  port: number;
  /** Public origin, without a slash at the end. */
  siteUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  seed: 'demo' | 'none';
  smtpUrl: string | undefined;
  /** Whom mail is from; the practice by its name and address, as the owner last saved them, where nothing is said. */
  mailFrom: string | undefined;
  /** Where the practice's own notices go. */
  noticeEmail: string | undefined;
  publicApiUrl: string | undefined;
  supabaseUrl: string | undefined;
  supabaseAnonKey: string | undefined;
  storageUrl: string | undefined;
  deployHookUrl: string | undefined;
  trustedProxies: string[];
  rateLimitFactor: number;
  /** 32 bytes, hex or base64; made once in DATA_DIR without one. */
  encryptionKey: string | undefined;
  /** Days after which enquiries are deleted. */
  enquiryRetentionDays: number;
  /** What a reader of /metrics brings; without one they are for this machine alone. */
  metricsToken: string | undefined;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

type Source = Record<string, string | undefined>;

/** Reads every variable of CONTRACT.md 7. Pure; throws EnvError for the first one that cannot be read. */
export function readEnv(source: Source): Env {
  const read = (name: string) => source[name]?.trim() || undefined;
  const port = whole(read('PORT'), 'PORT', 4321, 0, 65535);
  return {
    port,
    siteUrl: origin(read('SITE_URL'), 'SITE_URL') ?? `http://localhost:${port}`,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: url(read('DATABASE_URL'), 'DATABASE_URL', ['postgres:', 'postgresql:']),
    adminEmail: mailbox(read('ADMIN_EMAIL'), 'ADMIN_EMAIL'),
    adminPassword: source.ADMIN_PASSWORD || undefined,
    seed: oneOf(read('SEED'), 'SEED', ['demo', 'none'], 'demo'),
    smtpUrl: url(read('SMTP_URL'), 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: sender(read('MAIL_FROM'), 'MAIL_FROM'),
    noticeEmail: mailbox(read('NOTICE_EMAIL'), 'NOTICE_EMAIL'),
    publicApiUrl: origin(read('PUBLIC_API_URL'), 'PUBLIC_API_URL'),
    supabaseUrl: url(read('PUBLIC_SUPABASE_URL'), 'PUBLIC_SUPABASE_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    supabaseAnonKey: read('PUBLIC_SUPABASE_ANON_KEY'),
    storageUrl: url(read('STORAGE_URL'), 'STORAGE_URL', ['s3:', 'http:', 'https:']),
    deployHookUrl: url(read('DEPLOY_HOOK_URL'), 'DEPLOY_HOOK_URL', ['http:', 'https:']),
    trustedProxies: networks(read('TRUSTED_PROXIES'), 'TRUSTED_PROXIES'),
    rateLimitFactor: positive(read('RATE_LIMIT_FACTOR'), 'RATE_LIMIT_FACTOR', 1),
    encryptionKey: read('ENCRYPTION_KEY'),
    enquiryRetentionDays: whole(read('ENQUIRY_RETENTION_DAYS'), 'ENQUIRY_RETENTION_DAYS', 365, 1, 3650),
    metricsToken: secret(read('METRICS_TOKEN'), 'METRICS_TOKEN'),
    logLevel: oneOf(read('LOG_LEVEL'), 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  };
}

function whole(value: string | undefined, name: string, fallback: number, min: number, max: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new EnvError(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
  }
  return number;
}

function positive(value: string | undefined, name: string, fallback: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!(number > 0 && Number.isFinite(number))) throw new EnvError(`${name} must be a number above 0, not "${value}"`);
  return number;
}

function mailbox(value: string | undefined, name: string): string | undefined {
  if (value === undefined || email.safeParse(value).success) return value;
  throw new EnvError(`${name} must be an e-mail address, not "${value}"`);
}

function secret(value: string | undefined, name: string): string | undefined {
  if (value === undefined || /^[\x21-\x7e]{16,}$/.test(value)) return value;
  throw new EnvError(`${name} must be 16 or more letters, digits and signs without blanks`);
}

function sender(value: string | undefined, name: string): string | undefined {
  if (value === undefined || /(?:^|<)[^\s@<>]+@[^\s@<>]+(?:>?)$/.test(value)) return value;
  throw new EnvError(`${name} must be an address such as Merkez <merkez@ornek.com>, not "${value}"`);
}

function networks(value: string | undefined, name: string): string[] {
  const items = (value ?? '').split(/[\s,]+/).filter(Boolean);
  for (const item of items) {
    const [net = '', bits, ...more] = item.split('/');
    const most = isIP(net) === 6 ? 128 : 32;
    if (!isIP(net) || more.length || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      throw new EnvError(`${name} must list addresses or ranges such as 127.0.0.1 or 10.0.0.0/8, not "${item}"`);
    }
  }
  return items;
}

function oneOf<const T extends string>(value: string | undefined, name: string, allowed: readonly T[], fallback: T): T {
  if (value === undefined) return fallback;
  const found = allowed.find((item) => item === value);
  if (!found) throw new EnvError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`);
  return found;
}

function url(value: string | undefined, name: string, protocols: string[]): string | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    // The value stays out of the message: it may carry a password.
    throw new EnvError(
      `${name} must be an address that starts with ${protocols.map((item) => `${item}//`).join(' or ')}`,
    );
  }
  return value;
}

function origin(value: string | undefined, name: string): string | undefined {
  return url(value, name, ['http:', 'https:']) && new URL(value as string).origin;
}
