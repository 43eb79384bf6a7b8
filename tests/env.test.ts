import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { EnvError, readEnv } from '../src/api/env.ts';

test('without any variable the product runs on one machine with sample content', () => {
  expect(readEnv({})).toMatchObject({
    port: 4321,
    siteUrl: 'http://localhost:4321',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    seed: 'demo',
    trustedProxies: [],
    rateLimitFactor: 1,
    enquiryRetentionDays: 365,
    logLevel: 'info',
  });
});

test('a blank variable counts as unset, and an origin loses the slash at its end', () => {
  expect(readEnv({ PORT: ' ', SITE_URL: 'https://ornek.com/' })).toMatchObject({
    port: 4321,
    siteUrl: 'https://ornek.com',
  });
  expect(readEnv({ TRUSTED_PROXIES: '127.0.0.1, ::1 10.0.0.0/8' }).trustedProxies).toEqual([
    '127.0.0.1',
    '::1',
    '10.0.0.0/8',
  ]);
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['LISTEN_HOST', 'sunucu'],
  ['SITE_URL', 'ornek.com'],
  ['SITE_URL', 'https://ornek.com/klinik'],
  ['SEED', 'yes'],
  ['DATABASE_URL', 'mysql://kisi:sifre@sunucu/x'],
  ['DATABASE_URL', 'postgres://kisi:sifre#1@localhost/x'],
  ['SMTP_URL', 'posta'],
  ['SMTP_URL', 'smtps://kisi:sifre/1@posta.ornek.com'],
  ['STORAGE_URL', 'ftp://kova'],
  ['DEPLOY_HOOK_URL', 'hook'],
  ['PUBLIC_API_URL', 'api'],
  ['PUBLIC_API_URL', 'https://kisi:sifre@api.ornek.com'],
  ['PUBLIC_SUPABASE_URL', 'supabase'],
  ['ADMIN_EMAIL', 'yonetici'],
  ['NOTICE_EMAIL', 'merkez@'],
  ['MAIL_FROM', 'Merkez'],
  ['TRUSTED_PROXIES', '127.0.0.1,proxy'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['RATE_LIMIT_FACTOR', '0'],
  ['ENQUIRY_RETENTION_DAYS', '0'],
  ['CARD_PROVIDER', 'stripe'],
  ['PAYTR_URL', 'https://www.paytr.com/odeme'],
  ['PAYTR_URL', 'http://www.paytr.com'],
  ['IYZICO_URL', 'https://kisi:sifre@api.iyzipay.com'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'kurz'],
  // As `docker run --env-file` hands over what a shell would take the quotes of.
  ['DATA_DIR', '"/var/lib/practice"'],
  ['ADMIN_PASSWORD', "'sifre-sifre'"],
])('%s=%s is refused with one line that names the variable', (name, value) => {
  const read = () => readEnv({ [name]: value });
  expect(read).toThrow(EnvError);
  expect(read).toThrow(new RegExp(`^${name} must [^\\n]+$`));
  expect(read).not.toThrow(/sifre/);
});

test('MAIL_FROM is read with and without a name', () => {
  for (const MAIL_FROM of ['Merkez <merkez@ornek.com>', 'merkez@ornek.com', 'a@localhost']) {
    expect(readEnv({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
  }
});

test('a card service is read with all its keys, which no message names', () => {
  expect(readEnv({}).cards).toEqual({ provider: 'none' });
  const keys = { PAYTR_MERCHANT_ID: '1', PAYTR_MERCHANT_KEY: 'sifre', PAYTR_MERCHANT_SALT: 'sifre-tuz' };
  expect(readEnv({ CARD_PROVIDER: 'paytr', ...keys }).cards).toEqual({
    ...{ provider: 'paytr', url: 'https://www.paytr.com', merchantId: '1', key: 'sifre', salt: 'sifre-tuz' },
  });
  expect(readEnv({ ...keys, PAYTR_URL: 'http://127.0.0.1:4000/' }).cards).toEqual({ provider: 'none' });
  for (const [provider, missing] of [
    ['paytr', 'PAYTR_MERCHANT_KEY'],
    ['iyzico', 'IYZICO_SECRET_KEY'],
  ] as const) {
    const read = () => readEnv({ ...keys, IYZICO_API_KEY: 'sifre', [missing]: ' ', CARD_PROVIDER: provider });
    expect(read).toThrow(`${missing} must be set with CARD_PROVIDER=${provider}`);
    expect(read).not.toThrow(/sifre/);
  }
});
