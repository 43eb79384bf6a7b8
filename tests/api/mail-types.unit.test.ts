import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { products } from '../../src/api/catalog/catalog.tables.ts';
import type { SeatProduct } from '../../src/api/catalog/seats.service.ts';
import { commentNotification } from '../../src/api/comments/comments.service.ts';
import { enquiryNotification } from '../../src/api/enquiries/enquiries.service.ts';
import type { Env } from '../../src/api/env.ts';
import { renderMail, renderText } from '../../src/api/mail/layout.ts';
import type { CommercialMail, Mail, TransactionalMail } from '../../src/api/mail/outbox.service.ts';
import { toNotificationMail } from '../../src/api/notifications/notifications.service.ts';
import type { AdminCheckout } from '../../src/contract/checkouts.ts';
import type { Order } from '../../src/contract/orders.ts';
import { words } from '../../src/web/account/dataCopyWords.ts';

const siteUrl = 'https://ornek.com';
const env = { siteUrl } as Env;
const to = 'ayse@ornek.com';
const person = { name: 'Ayşe Ak', email: to, hasAccount: true };
const at = '2199-05-07T20:59:59.000Z';
const event = {
  ...{ id: 'e', title: 'Ebru', slug: 'ebru', date: '2199-05-10', time: '14:00', location: 'Merkez', sequence: 1 },
  ...{ duration_minutes: 120, bring: 'Önlük', online_url: 'https://toplanti.example/oda', min_participants: 8 },
  starts_at: new Date('2199-05-10T11:00:00Z'),
} as SeatProduct & typeof products.$inferSelect;
const order = {
  ...{ id: 'o', code: 'ABC', event_title: 'Ebru', date: '2199-05-10', time: '14:00', location: 'Merkez', sequence: 1 },
  ...{ quantity: 2, unit_price: 650, price: 1300, status: 'reserved', participants: [{ name: 'Ayşe', surname: 'Ak' }] },
} as Order;
const payment = { open: 1300, method: 'transfer' as const, due_at: at, bank: null };
const checkout = {
  ...payment,
  ...{ code: 'ABC', state: 'open', total: 1300, paid: 1400, overpaid: 100, refunds: [], payments: [], orders: [order] },
};
const seen = {
  ...checkout,
  created_at: at,
  buyer_name: 'Ayşe Ak',
  buyer_email: to,
  has_account: true,
} as unknown as AdminCheckout;
const entry = { uid: 'u', sequence: 2 };
const cancelled = {
  order,
  seats: 1,
  refund: 650,
  percent: 100,
  paid: 1300,
  open: 0,
  isWhole: true,
  byPractice: false,
  others: undefined,
};
const account = { enabled: true, holder: 'Merkez', iban: 'TR1', bank: '' };
const change = { before: account, after: { ...account, iban: 'TR2' }, by: 'Ayşe', at };

/** Arguments of every template by its name, once or more. */
const samples: Record<string, unknown[][]> = {
  activationMail: [[to, siteUrl, { token: 'token', until: new Date(0) }]],
  resetCodeMail: [[to, '123456', new Date(0)]],
  passwordChangedMail: [[to, siteUrl, 'Ayşe']],
  googleLinkedMail: [[to, siteUrl, 'Ayşe']],
  newDeviceMail: [[person, siteUrl, 'Firefox', new Date(at)]],
  secondFactorOnMail: [[to, siteUrl, 'Ayşe']],
  secondFactorOffMail: [[to, siteUrl, 'Ayşe']],
  dataExportedMail: [
    [to, siteUrl, true],
    [to, siteUrl, false],
  ],
  seatsFreedMail: [[[{ code: 'ABC', event, quantity: 1, refund: 650 }], siteUrl]],
  commentApprovedMail: [[to, 'Ayşe', `${siteUrl}/blog/yazi#yorumlar`]],
  commentAnsweredMail: [[to, 'Ayşe', `${siteUrl}/blog/yazi#yorumlar`]],
  receiptMail: [[Buffer.from('x')]],
  testMail: [[to, siteUrl]],
  bankChangedMail: [[undefined, change, siteUrl]],
  confirmationMail: [[[order], person, payment, env]],
  practiceOrderMail: [[[order], env]],
  orderStatusMail: (['reserved', 'paid', 'cancelled'] as const).map((status) => [
    { ...order, status },
    { buyer: person, refund: 650, payment: { ...payment, total: 1300 } },
    env,
  ]),
  productChangedMail: [
    [
      event,
      to,
      {
        entries: [entry],
        choiceUntil: new Date(at),
        hasAccount: true,
        known: { ...event, date: '2199-05-09', location: 'Bahçe', leader: 'Ece Işık' },
        unpaid: [{ code: 'ABC', due_at: new Date(at) }],
        now: new Date(0),
      },
      siteUrl,
    ],
  ],
  productHiddenMail: [[event, to, { entries: [entry] }]],
  productRestoredMail: [[event, to, { entries: [entry] }]],
  productMessageMail: [[event, { subject: 'Kapı kodu', text: 'Kapı kodu 12.' }, to]],
  takenOverMail: [0, 650].map((open) => [event, { to, entry, open }]),
  handedOnMail: [[event, { to, code: 'ABC' }, env]],
  calledOffMail: ['Ayşe', ''].map((name) => [
    event,
    { ...person, name, isBuyer: name !== '', hasAccount: name !== '', entries: [entry], refund_kurus: 65_000 },
    'Hastalık.',
    env,
  ]),
  lineCalledOffMail: [[event, person, 'Hastalık.']],
  seatsCancelledMail: [true, false].flatMap((isWhole) =>
    [true, false].map((byPractice) => [
      { ...cancelled, isWhole, byPractice },
      { email: to, name: 'Ayşe', hasAccount: !byPractice },
      env,
    ]),
  ),
  seatCancelledMail: [
    [event, { to, uids: ['u'], keys: ['o:1'], others: 0 }],
    [event, { to, uids: [], keys: ['o:1'], others: 1 }],
  ],
  seatRestoredMail: [[event, { to, uids: ['u'], keys: ['o:1'], others: 0 }]],
  cancelledNoticeMail: [[cancelled, env]],
  offerMail: [false, true].map((isShorter) => [
    event,
    person,
    { quantity: 1, until: new Date(at), isShorter },
    siteUrl,
  ]),
  lapsedMail: [false, true].map((isOpen) => [event, person, isOpen, siteUrl]),
  openToAllMail: [[event, person, siteUrl]],
  lineClosedMail: [[event, person]],
  paymentMail: [
    [seen, { to, amount: 650, isLate: true, now: new Date(at) }, env],
    [{ ...seen, open: 0 }, { to, amount: 1400, isLate: false, now: new Date(at) }, env],
  ],
  paidByVoidMail: [[{ ...seen, open: 0 }, { to, amount: 650 }, env]],
  unplacedMail: [[seen, { to, amount: 650 }, env]],
  unknownCardMail: [['ABC', 650, env]],
  unplacedNoticeMail: [['ABC', 650, env]],
  paymentVoidedMail: [[seen, { to, now: new Date(at) }, env]],
  releasedMail: [[seen, { to, ids: [seen.orders[0]?.id as string], now: new Date(at) }, env]],
  dueSoonMail: [[seen, { to, releasedAt: new Date(at), until: new Date(at) }, env]],
  takenSeatDueMail: [1, 2].map((seats) => [
    event,
    { to, seats, open: 650, releasedAt: new Date(at), until: new Date(at) },
  ]),
  takenSeatPaidMail: [[event, { to }]],
  takenSeatPartMail: [1, 2].map((seats) => [event, { to, seats, open: 325 }]),
  dueMovedMail: [[seen, to, env]],
  reminderMail: [
    [
      event,
      {
        to,
        name: 'Ayşe',
        seats: [],
        onlyFor: [],
        hasAccount: true,
        openAsGuest: 0,
        isTakenBack: false,
        isBuyerGone: false,
        unpaid: [{ ...payment, code: 'ABC', isOverdue: true }],
      },
      env,
    ],
    ...[false, true].map((isBuyerGone) => [
      event,
      {
        ...{ to, name: '', seats: [], onlyFor: [], hasAccount: false, unpaid: [] },
        ...{ openAsGuest: 650, isTakenBack: false, isBuyerGone },
      },
      env,
    ]),
  ],
  thanksMail: [[event, { to, url: `${siteUrl}/geri-bildirim/x`, until: new Date(at) }]],
  decisionMail: [[event, 5, env]],
  refundDoneMail: [[seen, { to, amount: 650, order_id: null }, env]],
};

type Template = (...args: unknown[]) => Mail;

async function readTemplates(): Promise<Map<string, Template>> {
  const files = globSync('src/api/**/*.mails.ts');
  const modules = await Promise.all(files.map((file) => import(resolve(file)) as Promise<Record<string, unknown>>));
  const exports = modules.flatMap((module) => Object.entries(module));
  return new Map(exports.filter(([name]) => name.endsWith('Mail')) as [string, Template][]);
}

/** Words that praise or sell. `\b` knows no Turkish letters, so words are compared by their beginnings. */
const promotion =
  /(?<!\p{L})(indirim|kampanya|fırsat|kaçırma|hediye|bedava|avantaj|ayrıcalık|özel teklif|erken kayıt|kupon|promosyon|yeni atölye|diğer atölye|keşfed|hemen al|sizi özledik|tavsiye ed|arkadaşların|takip ed|abone ol|bülten|instagram|değerlendirme yaz|yorum bırak|%\s?\d)/iu;

/** Pages that a transactional mail may lead to: what its reader has, does or runs. */
const pages =
  /^\/(orders|profile|forgot-password|activate\?|yasal\/|admin(\/|$)|products\/ebru$|blog\/yazi#yorumlar|bilet\/|geri-bildirim\/)/;

const practice = {
  ...{ name: 'Merkez', tagline: 'koçluk', phone: '+90 500 000 00 00', email: 'iletisim@ornek.com' },
  ...{ address: '', city: '', map_url: '' },
};

const makeMails = (templates: Map<string, Template>): Mail[] =>
  [...templates].flatMap(([name, template]) => (samples[name] ?? []).map((args) => template(...args)));

test('a greeting is a line of its own, in the same form in every mail', async () => {
  for (const { kind, parts } of makeMails(await readTemplates()))
    for (const [place, paragraph] of parts.paragraphs.entries())
      if (/^(Merhaba|Sayın|Sevgili)/.test(paragraph))
        expect([kind, place, paragraph]).toEqual([kind, 0, expect.stringMatching(/^Merhaba( Ayşe( Ak)?)?,$/)]);
});

test('the subject of freed seats names one workshop once, or says how many there are', async () => {
  const freedMail = (await readTemplates()).get('seatsFreedMail') as Template;
  const subjectOf = (...titles: string[]) =>
    freedMail(
      titles.map((title) => ({ code: 'ABC', event: { ...event, title }, quantity: 1, refund: 0 })),
      siteUrl,
    ).subject;
  expect(subjectOf('Ebru', 'Ebru')).toBe('Boşalan yerler: Ebru');
  expect(subjectOf('Ebru', 'Kil')).toBe('Boşalan yerler: 2 atölye');
});

test('a mail with a calendar file says what the file is for', async () => {
  const silent = makeMails(await readTemplates())
    .filter(({ calendar, parts }) => calendar?.length && !/takviminiz.*ek/i.test(parts.paragraphs.join('\n')))
    .map(({ kind }) => kind);
  expect(silent).toEqual([]);
});

test('whoever has something to pay is told to pay on arrival only where there is one', async () => {
  const reminder = (await readTemplates()).get('reminderMail') as Template;
  const words = (online_url: string) =>
    (samples.reminderMail as [object, unknown, Env][]).map(([event, ...rest]) => {
      const { parts } = reminder({ ...event, online_url }, ...rest);
      return renderText(parts, practice);
    });
  for (const text of words('')) expect(text).toContain('atölyeye geldiğinizde');
  const [buyer, guest] = words('https://toplanti.example/oda');
  expect(buyer).toContain('Son ödeme günü geçti. Ödemeyi en kısa sürede');
  for (const text of [buyer, guest]) expect(text).not.toContain('geldiğinizde');
});

test('a participant whose seat is cancelled alone is not told that the order is', async () => {
  const mails = makeMails(await readTemplates()).filter(({ kind }) => kind === 'seat_cancelled');
  expect(mails.map(({ parts }) => parts.paragraphs.join(' ')).join()).not.toMatch(/sipariş/i);
});

const notified = [commentNotification, enquiryNotification].map((one) => toNotificationMail(one, siteUrl));

test('docs/rules.md lists every kind of mail, and the copy of somebody’s data has words for it', async () => {
  const rules = readFileSync('docs/rules.md', 'utf8');
  const kinds = [...makeMails(await readTemplates()), ...notified].map(({ kind }) => kind);
  expect(kinds.filter((kind) => !rules.includes(`\`${kind}\``))).toEqual([]);
  expect(kinds.filter((kind) => !words['mails.kind']?.[kind])).toEqual([]);
});

test('every mail is transactional, promises nothing, sells nothing and leads to its own matter only', async () => {
  const templates = await readTemplates();
  expect([...templates.keys()].sort(), 'mails, and the `samples` of this file').toEqual(Object.keys(samples).sort());
  const made = makeMails(templates);
  const mails = [...made, ...notified];
  expect(mails.length).toBeGreaterThan(40);
  for (const { kind, type, subject, parts } of mails) {
    const { text, html } = renderMail(parts, practice, siteUrl);
    expect([kind, type]).toEqual([kind, 'transactional']);
    expect([kind, promotion.exec(`${subject}\n${text}`)?.[0]]).toEqual([kind, undefined]);
    const found = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, url]) => url?.replaceAll('&amp;', '&') ?? '');
    const links = found.filter((url) => url !== event.online_url);
    for (const url of links) expect([kind, url]).toEqual([kind, expect.stringMatching(/^https:\/\/ornek\.com\//)]);
    const strange = links.map((url) => url.slice(siteUrl.length)).filter((path) => !pages.test(path));
    expect([kind, strange]).toEqual([kind, []]);
  }
});

test('the scan finds promotion, also beside Turkish letters', () => {
  for (const words of [
    'Yüzde 20 İNDİRİM'.toLocaleLowerCase('tr'),
    'Fırsatı kaçırmayın',
    '%20 daha az',
    'Yeni atölyemiz',
  ])
    expect(words).toMatch(promotion);
  expect('Ödemenizin bir bölümü ulaştı').not.toMatch(promotion);
  expect('/products').not.toMatch(pages);
});

test('a mail says what it is, and a commercial one cannot be made without a consent', () => {
  const content = { kind: 'new_events', to, subject: 'Yeni atölyeler', parts: { title: 'Yeni', paragraphs: [] } };
  const mine: TransactionalMail = { ...content, type: 'transactional' };
  // @ts-expect-error a mail that does not say what it is
  const silent: Mail = content;
  // @ts-expect-error a commercial mail without a consent
  const bare: Mail = { ...content, type: 'commercial' };
  // @ts-expect-error a consent that is not stored
  const madeUp: CommercialMail = { ...content, type: 'commercial', consent: { email: to, given_at: new Date() } };
  // @ts-expect-error a commercial mail as a transactional one
  const disguised: TransactionalMail = { ...content, type: 'commercial' };
  expect([mine, silent, bare, madeUp, disguised]).toHaveLength(5);
});
