import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AuditEntryView } from '../../../src/contract/audit.ts';
import {
  actionNames,
  actionText,
  actorText,
  auditCsv,
  entityNames,
  fieldChanges,
} from '../../../src/web/admin/audit/audit.ts';
import { siteLabels } from '../../../src/web/admin/site/site.ts';

const entry = (values: Partial<AuditEntryView>): AuditEntryView => ({
  id: 'a',
  at: '2026-05-04T09:30:00.000Z',
  actor_id: 'b',
  actor_name: 'Ada Işık',
  action: 'update',
  entity: 'product',
  entity_id: 'c',
  before: null,
  after: null,
  ...values,
});

/** Every value of a property in the calls that write an entry. */
function written(property: 'entity' | 'action'): string[] {
  const sources = globSync('src/api/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const pattern = new RegExp(`\\b${property}: '([a-z_]+)'`, 'g');
  return [...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name]) => name as string)))];
}

describe('an entry of the audit log', () => {
  test('has words for every room and every action that the API writes', () => {
    expect(written('entity').length).toBeGreaterThan(10);
    expect(written('entity').filter((name) => !entityNames[name])).toEqual([]);
    expect(written('action').filter((name) => !actionNames[name])).toEqual([]);
  });

  test('says what was done by whom', () => {
    expect(actionText(entry({}))).toBe('Atölye değiştirildi');
    expect(actorText(entry({}))).toBe('Ada Işık');
    expect(actorText(entry({ actor_id: null, actor_name: null }))).toBe('sistem ya da silinmiş hesap');
  });

  test('shows each field before and after, in the words of the forms', () => {
    const before = {
      price_kurus: 125_050,
      stock: 1200,
      date: '2026-06-01',
      time: '09:05',
      automatic: true,
      note: null,
      role: 'user',
      status: 'reserved',
    };
    const after = {
      price_kurus: 90_000,
      stock: 8,
      date: '2026-06-02',
      time: '14:00',
      automatic: false,
      note: 'Yeni',
      role: 'admin',
      status: 'cancelled',
    };
    expect(fieldChanges({ before, after })).toEqual([
      { field: 'Fiyat', before: '1.250,50\u00a0₺', after: '900\u00a0₺' },
      { field: 'Kontenjan', before: '1.200', after: '8' },
      { field: 'Tarih', before: '1 Haziran 2026', after: '2 Haziran 2026' },
      { field: 'Saat', before: '09.05', after: '14.00' },
      { field: 'Kendiliğinden yayın', before: 'evet', after: 'hayır' },
      { field: 'Not', before: '–', after: 'Yeni' },
      { field: 'Rol', before: 'kullanıcı', after: 'yönetici' },
      { field: 'Durum', before: 'yer ayrıldı', after: 'iptal edildi' },
    ]);
  });

  test('leaves out fields that were and are empty', () => {
    const after = { title: 'Ebru', question: '', leader: '', age_from: null };
    expect(fieldChanges({ before: null, after })).toEqual([{ field: 'Başlık', before: '–', after: 'Ebru' }]);
    expect(fieldChanges({ before: after, after: { ...after, title: '' } })).toEqual([
      { field: 'Başlık', before: 'Ebru', after: '–' },
    ]);
  });

  test('names the fields of a product as its form does', () => {
    const form = readFileSync('src/web/admin/products/ProductForm.tsx', 'utf8');
    const literal = [...form.matchAll(/ label="([^"]+)"/g)].map(([, label]) => label);
    expect(literal).toEqual(['Sayfa adresi']);
    const after = { location: 'Bahçe', question: 'Yaş?', question_kind: 'required', vat_rate: 20, image1: '/a.webp' };
    expect(fieldChanges({ before: null, after }).map(({ field, after }) => [field, after])).toEqual([
      ['Konum', 'Bahçe'],
      ['Soru', 'Yaş?'],
      ['Yanıt', 'zorunlu'],
      ['KDV oranı (%)', '20'],
      ['Görsel 1', '/a.webp'],
    ]);
  });

  test('names the settings of the site, also those within a social account', () => {
    const social = [{ label: 'Instagram', url: 'https://instagram.com/x', icon: 'photo' }];
    const after = { ...siteLabels, social };
    const names = fieldChanges({ before: null, after }).map(({ field }) => field);
    expect(names.filter((name) => !/^[A-ZÇĞİÖŞÜ]/.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['Ad', 'Adres', 'Harita bağlantısı', 'Çalışma saatleri']));
    expect(fieldChanges({ before: null, after: { social } })[0]?.after).toMatch(/^Ad: .+; Bağlantı: .+; Simge:/);
  });

  test('names the parts of payment settings as their form does', () => {
    const after = { transfer: { enabled: true, holder: 'Ada', iban: 'TR33', bank: '' }, days_before: 3 };
    expect(fieldChanges({ before: null, after })).toEqual([
      { field: 'Havale/EFT', before: '–', after: 'Açık: evet; Hesap sahibi: Ada; IBAN: TR33; Banka: –' },
      { field: 'Son ödeme, başlamadan kaç gün önce', before: '–', after: '3' },
    ]);
  });

  test('shows lists and parts of a value without braces', () => {
    const after = { links: [{ title: 'Kapı', count: 2 }], publish_at: '2026-05-04T09:30:00.000Z' };
    expect(fieldChanges({ before: null, after })).toEqual([
      { field: 'links', before: '–', after: 'Başlık: Kapı; Sayı: 2' },
      { field: 'Yayın zamanı', before: '–', after: '4 Mayıs 2026, 12.30' },
    ]);
  });

  test('is a row of CSV for each field, formulas made harmless', () => {
    const csv = auditCsv([entry({ after: { title: '=1+1', stock: 3 } }), entry({ action: 'hide' })]);
    expect(csv.split('\r\n').slice(1, 4)).toEqual([
      "04.05.2026 12:30;Ada Işık;Atölye değiştirildi;c;Başlık;–;'=1+1",
      '04.05.2026 12:30;Ada Işık;Atölye değiştirildi;c;Kontenjan;–;3',
      '04.05.2026 12:30;Ada Işık;Atölye yayından kaldırıldı;c;;;',
    ]);
  });
});

test('only spreadsheets read moments with a colon, screens have the form of all others', () => {
  const screens = globSync('src/web/**/*.tsx').filter((file) => readFileSync(file, 'utf8').includes('formatInstant'));
  expect(screens).toEqual([]);
});
