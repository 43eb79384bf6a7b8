import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { email } from '../shared/text.ts';

/** An environment variable cannot be read; `message` names it and says what it takes. */
export class EnvError extends Error {}

export type Env = ReturnType<typeof readEnv>;

/** Reads every variable of the product. Pure; throws EnvError for the first one that cannot be read. */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.entries(source).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  const quoted = given.find(([name = '', value = '']) => isVariable(name) && /^(["']).*\1$/.test(value));
  if (quoted) throw new EnvError(`${quoted[0]} must stand without quotes: what hands it over takes them as part of it`);
  const result = variables.safeParse(Object.fromEntries(given));
  if (!result.success) throw toEnvError(result.error.issues[0] as z.core.$ZodIssue, source);
  const env = result.data;
  return {
    port: env.PORT,
    /** The address to listen on; without it every one of this machine. */
    listenHost: env.LISTEN_HOST,
    /** Public origin, without a slash at the end. */
    siteUrl: env.SITE_URL ?? `http://localhost:${env.PORT}`,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    adminEmail: env.ADMIN_EMAIL,
    /** Not trimmed. */
    adminPassword: source.ADMIN_PASSWORD || undefined,
    seed: env.SEED,
    smtpUrl: env.SMTP_URL,
    /** Sender of mails; without it the practice's name and address as last saved. */
    mailFrom: env.MAIL_FROM,
    /** Recipient of the practice's own notifications. */
    noticeEmail: env.NOTICE_EMAIL,
    publicApiUrl: env.PUBLIC_API_URL,
    supabaseUrl: env.PUBLIC_SUPABASE_URL?.replace(/\/+$/, ''),
    supabaseAnonKey: env.PUBLIC_SUPABASE_ANON_KEY,
    storageUrl: env.STORAGE_URL,
    deployHookUrl: env.DEPLOY_HOOK_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    /** Multiplies every rate limit. */
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    /** 32 bytes, hex or base64; without it DATA_DIR/keys holds a generated one. */
    encryptionKey: env.ENCRYPTION_KEY,
    /** Days after which enquiries are deleted. */
    enquiryRetentionDays: env.ENQUIRY_RETENTION_DAYS,
    /** Bearer token that opens /metrics; without it only callers on this machine may read them. */
    metricsToken: env.METRICS_TOKEN,
    /** Whether HSTS holds for every subdomain, too. */
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'yes',
    /** The card service, if any, with its keys. */
    cards: readCardEnv(env),
    /** Origin of PayTR's pages where it is a stand-in: one page is built with it, whether cards are on or not. */
    cardFrameUrl: env.PAYTR_URL === paytrUrl ? undefined : env.PAYTR_URL,
    logLevel: env.LOG_LEVEL,
  };
}

/** Keys of a card service, and its origin. */
export type CardEnv =
  | { provider: 'none' }
  | { provider: 'paytr'; url: string; merchantId: string; key: string; salt: string }
  | { provider: 'iyzico'; url: string; apiKey: string; secretKey: string };

/** Throws EnvError where a key of the chosen card service is missing. */
function readCardEnv(env: z.output<typeof variables>): CardEnv {
  const provider = env.CARD_PROVIDER;
  const need = (
    name: 'PAYTR_MERCHANT_ID' | 'PAYTR_MERCHANT_KEY' | 'PAYTR_MERCHANT_SALT' | 'IYZICO_API_KEY' | 'IYZICO_SECRET_KEY',
  ) => {
    const value = env[name];
    if (!value) throw new EnvError(`${name} must be set with CARD_PROVIDER=${provider}`);
    return value;
  };
  if (provider === 'paytr') {
    const keys = { key: need('PAYTR_MERCHANT_KEY'), salt: need('PAYTR_MERCHANT_SALT') };
    return { provider, url: env.PAYTR_URL, merchantId: need('PAYTR_MERCHANT_ID'), ...keys };
  }
  if (provider === 'iyzico')
    return { provider, url: env.IYZICO_URL, apiKey: need('IYZICO_API_KEY'), secretKey: need('IYZICO_SECRET_KEY') };
  return { provider };
}

// Each schema's message completes "<variable> must …".

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `be a whole number from ${min} to ${max}`,
    )
    .transform(Number);

const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, `be one of ${values.join(', ')}`);

/** Its message leaves the value out, which may contain a password. */
const url = (...protocols: string[]) => {
  const begins = protocols.map((protocol) => `${protocol}//`).join(' or ');
  // A sign of a password that ends the host is the commonest reason after a wrong beginning.
  const signs = protocols[0] === 'http:' ? '' : ', with # / ? of a password as %23 %2F %3F';
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `be an address that starts with ${begins}${signs}`,
    abort: true,
  });
};

/** Whether a host name of an address is this machine. */
export const isLoopback = (hostname: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\]|)$/.test(hostname);

/** Rows do not cross a network in the clear by mistake: an address of another machine says how they are protected. */
const databaseUrl = url('postgres:', 'postgresql:').refine((value) => {
  const { hostname, searchParams } = new URL(value);
  const last = (name: string) => searchParams.getAll(name).at(-1);
  // As the driver reads it: `host=` beats the address, and a folder is a socket on this machine.
  const host = last('host') || hostname.replace(/^%2f/i, '/');
  return isLoopback(host) || host.startsWith('/') || Boolean(last('sslmode'));
}, 'say sslmode=verify-full for a server on another machine (or sslmode=disable, where nobody else is on the network)');

/** An address with nothing behind its host: a path or a password would be lost without a word. */
const originWhere = (isRight: (address: URL) => boolean, protocols: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/` && isRight(new URL(value)),
      `be an origin without a path that starts with ${protocols}`,
    )
    .transform((value) => new URL(value).origin);

const origin = originWhere(({ protocol }) => /^https?:$/.test(protocol), 'https:// or http://');

const paytrUrl = 'https://www.paytr.com';

/** The origin of a card service; in the clear on this machine only. */
const cardOrigin = originWhere(
  ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)),
  'https:// (http:// on this machine only)',
);

const mailbox = z.string().refine((value) => email.safeParse(value).success, 'be an e-mail address');

const networks = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((items) => items.every(isNetwork), 'list addresses or ranges such as 127.0.0.1 or 10.0.0.0/8');

function isNetwork(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const maxBits = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) > 0 && !rest.length && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  );
}

const variables = z.object({
  PORT: wholeNumber(0, 65535).default(4321),
  LISTEN_HOST: z
    .string()
    .refine((value) => isIP(value) > 0, 'be an address of this machine such as 127.0.0.1')
    .optional(),
  SITE_URL: origin.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  ADMIN_EMAIL: mailbox.optional(),
  SEED: oneOf(['demo', 'none']).default('demo'),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/(?:^|<)[^\s@<>]+@[^\s@<>]+(?:>?)$/, 'be an address such as Merkez <merkez@ornek.com>')
    .optional(),
  NOTICE_EMAIL: mailbox.optional(),
  PUBLIC_API_URL: origin.optional(),
  PUBLIC_SUPABASE_URL: url('http:', 'https:').optional(),
  PUBLIC_SUPABASE_ANON_KEY: z.string().optional(),
  STORAGE_URL: url('s3:', 'http:', 'https:').optional(),
  DEPLOY_HOOK_URL: url('http:', 'https:').optional(),
  TRUSTED_PROXIES: networks.default([]),
  RATE_LIMIT_FACTOR: z
    .string()
    .transform(Number)
    .refine((value) => value > 0 && Number.isFinite(value), 'be a number above 0')
    .default(1),
  ENCRYPTION_KEY: z.string().optional(),
  ENQUIRY_RETENTION_DAYS: wholeNumber(1, 3650).default(365),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'be 16 or more letters, digits and signs without blanks')
    .optional(),
  HSTS_SUBDOMAINS: oneOf(['yes', 'no']).default('no'),
  CARD_PROVIDER: oneOf(['none', 'paytr', 'iyzico']).default('none'),
  PAYTR_MERCHANT_ID: z.string().optional(),
  PAYTR_MERCHANT_KEY: z.string().optional(),
  PAYTR_MERCHANT_SALT: z.string().optional(),
  PAYTR_URL: cardOrigin.default(paytrUrl),
  IYZICO_API_KEY: z.string().optional(),
  IYZICO_SECRET_KEY: z.string().optional(),
  IYZICO_URL: cardOrigin.default('https://api.iyzipay.com'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** The admin's password is used as it is given, so the schema leaves it out. */
const isVariable = (name: string) => name === 'ADMIN_PASSWORD' || name in variables.shape;

/** Variables whose values stay out of error messages. */
const isSecret = (name: string) => /_URL$|_TOKEN$|_KEY$|_SALT$/.test(name);

function toEnvError({ path, message }: z.core.$ZodIssue, source: Record<string, string | undefined>): EnvError {
  const name = String(path[0]);
  return new EnvError(`${name} must ${message}${isSecret(name) ? '' : `, not "${source[name]?.trim()}"`}`);
}
