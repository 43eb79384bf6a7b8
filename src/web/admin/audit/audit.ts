import type { AuditEntryView } from '../../../contract/audit.ts';
import { toCsv } from '../../../shared/csv.ts';
import { excerpt, formatDate, formatDateTime, formatLira, formatNumber, formatTime } from '../../../shared/format.ts';
import { toLira } from '../../../shared/money.ts';
import { formatInstant } from '../csv.ts';
import { methodNames } from '../payments/payments.ts';
import { productLabels } from '../products/productLabels.ts';
import { siteLabels } from '../site/site.ts';

/** The rooms that the log names, in words. tests/web/admin/audit.test.ts looks for missing ones. */
export const entityNames: Record<string, string> = {
  answer: 'Katılımcı yanıtı',
  answer_templates: 'Hazır yanıtlar',
  blog: 'Blog yazısı',
  category: 'Kategori',
  checkout: 'Sipariş ödemesi',
  comment: 'Yorum',
  content: 'Metin',
  door: 'Kapı',
  enquiry: 'Mesaj',
  gallery_set: 'Galeri seti',
  order: 'Sipariş',
  payment: 'Ödeme',
  payment_settings: 'Ödeme ayarı',
  person: 'Kişisel veri',
  picture: 'Görsel',
  product: 'Atölye',
  publishing: 'Yayın ayarı',
  refund: 'İade',
  release: 'Sürüm',
  samples: 'Örnek içerik',
  second_factor: 'İki adımlı giriş',
  service: 'Hizmet',
  setup: 'Kurulum',
  site: 'Site',
  trash: 'Çöp kutusu',
  user: 'Kullanıcı',
  waitlist: 'Bekleme listesi',
};

export const actionNames: Record<string, string> = {
  add: 'eklendi',
  answer: 'yanıtlandı',
  approve: 'onaylandı',
  cancel: 'iptal edildi',
  deactivate: 'hesabı kapatıldı',
  decide: 'karara bağlandı',
  delete: 'silindi',
  destroy: 'kalıcı olarak silindi',
  disable: 'kapatıldı',
  enable: 'açıldı',
  erase: 'silindi',
  export: 'kopyası alındı',
  preview: 'kayıtlarına bakıldı',
  hide: 'yayından kaldırıldı',
  message: 'katılımcılara yazıldı',
  import: 'dosyadan alındı',
  note: 'notu yazıldı',
  notice: 'değişiklik bildirildi',
  open: 'açıldı',
  publish: 'yayınlandı',
  purge: 'toplu silindi',
  reactivate: 'hesabı yeniden açıldı',
  read: 'okundu',
  release: 'serbest bırakıldı',
  remove: 'kaldırıldı',
  tell: 'kart hizmetine bildirildi',
  remove_answer: 'yanıtı kaldırıldı',
  remove_note: 'notu silindi',
  rename: 'katılımcısının adı düzeltildi',
  restore: 'geri alındı',
  revert: 'önceki sürüme döndürüldü',
  role: 'rolü değişti',
  scan: 'okutuldu',
  status: 'durumu değişti',
  transfer: 'devredildi',
  update: 'değiştirildi',
  void: 'geçersiz sayıldı',
};

const fieldNames: Record<string, string> = {
  absent: 'Hizmetin panelinde yok',
  ...siteLabels,
  ...entityNames,
  ...productLabels,
  account: 'Hesap',
  address: 'Adres',
  already: 'Zaten içeride',
  amount_kurus: 'Tutar',
  approved: 'Onay',
  automatic: 'Kendiliğinden yayın',
  bank: 'Banka',
  card: 'Kart',
  cancelled: 'İptal edilmiş bilet',
  category_id: productLabels.category,
  code: 'Sipariş kodu',
  comments: 'Yorumlara yanıt',
  count: 'Sayı',
  decision: 'Karar',
  documents: 'Metinler',
  revision: 'Sürüm no',
  fields: 'Alanlar',
  days_before: 'Son ödeme, başlamadan kaç gün önce',
  deactivated_at: 'Kapatılma',
  deleted_at: 'Kaldırılma',
  due_at: 'Son ödeme',
  enabled: 'Açık',
  enquiries: 'Mesajlar',
  form_type: 'Form',
  holder: 'Hesap sahibi',
  holidays: 'Tatil günleri',
  iban: 'IBAN',
  icon: 'Simge',
  in: 'İçeri alınan',
  image_url: 'Görsel',
  is_read: 'Okundu',
  label: 'Ad',
  mails: 'E-postalar',
  mail_tested_at: 'Deneme e-postası',
  method: 'Ödeme yolu',
  newest: 'En yenisi',
  name: 'Ad',
  note: 'Not',
  oldest: 'En eskisi',
  onsite: 'Merkezde ödeme',
  out: 'Geri alınan',
  unknown: 'Tanınmayan',
  url: 'Bağlantı',
  wrong_event: 'Başka atölyenin',
  orders: 'Siparişler',
  pictures: 'Görseller',
  position: 'Katılımcı sırası',
  price_kurus: productLabels.price,
  priority: 'Öncelik',
  product_id: 'Atölye',
  provider: 'Kart hizmeti',
  publish_at: 'Yayın zamanı',
  quantity: 'Adet',
  received_on: 'Ödendiği gün',
  reason: 'Neden',
  recipients: 'Haber verilen kişi',
  refunds: 'İadeler',
  role: 'Rol',
  seats: 'Boşalan yerler',
  series_id: 'Tarih dizisi',
  slug: 'Adres',
  state: 'Durum',
  transfer: 'Havale/EFT',
  warn_hours: 'Uyarı, kaç saat önce',
  words: 'Örnek metinler',
};

const wordNames: Record<string, string> = {
  ...methodNames,
  admin: 'yönetici',
  all: 'tümü',
  asked: 'bekliyor',
  cancelled: 'iptal edildi',
  coaching: 'koçluk',
  consulting: 'danışmanlık',
  days_14: '14 gün',
  done: 'tamamlandı',
  health: 'sağlıkla ilgili olabilir',
  optional: 'isteğe bağlı',
  required: 'zorunlu',
  draft: 'taslak',
  leisure: 'yok',
  paid: 'ödendi',
  published: 'yayında',
  reserved: 'yer ayrıldı',
  scheduled: 'planlandı',
  sent: 'gönderildi',
  user: 'kullanıcı',
  void: 'geçersiz',
};

/** One field of a change, as people read it; a dash stands for nothing. */
interface FieldChange {
  field: string;
  before: string;
  after: string;
}

const nameOf = (names: Record<string, string>, key: string) => names[key] ?? key.replaceAll('_', ' ');

/** 'Atölye değiştirildi'. */
export const actionText = ({ entity, action }: Pick<AuditEntryView, 'entity' | 'action'>): string =>
  `${nameOf(entityNames, entity)} ${nameOf(actionNames, action)}`;

/** Who acted; null stands for jobs, the start and erased accounts. */
export const actorText = ({ actor_id, actor_name }: Pick<AuditEntryView, 'actor_id' | 'actor_name'>): string =>
  actor_id ? actor_name || 'adsız hesap' : 'sistem ya da silinmiş hesap';

/** The fields of an entry that had or have a value, each with its value before and after. */
export function fieldChanges({ before, after }: Pick<AuditEntryView, 'before' | 'after'>): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names.map((name) => ({
    field: nameOf(fieldNames, name),
    before: valueText(name, before?.[name]),
    after: valueText(name, after?.[name]),
  }));
  return changes.filter((change) => change.before !== '–' || change.after !== '–');
}

function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'evet' : 'hayır';
  if (typeof value === 'number') return name.endsWith('_kurus') ? formatLira(toLira(value)) : formatNumber(value);
  if (typeof value === 'string') return textOf(value);
  if (Array.isArray(value)) return value.map((item) => valueText('', item)).join(', ') || '–';
  return Object.entries(value)
    .map(([key, item]) => `${nameOf(fieldNames, key)}: ${valueText(key, item)}`)
    .join('; ');
}

function textOf(text: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatDateTime(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text);
  if (/^\d\d:\d\d$/.test(text)) return formatTime(text);
  return wordNames[text] ?? excerpt(text);
}

/** The entries as CSV, a row for each field that changed. */
export const auditCsv = (entries: AuditEntryView[]): string =>
  toCsv(
    ['Zaman', 'Kim', 'İşlem', 'Kayıt', 'Alan', 'Önce', 'Sonra'],
    entries.flatMap((entry) => {
      const head = [formatInstant(entry.at), actorText(entry), actionText(entry), entry.entity_id ?? ''];
      const changes = fieldChanges(entry);
      if (!changes.length) return [[...head, '', '', '']];
      return changes.map(({ field, before, after }) => [...head, field, before, after]);
    }),
  );
