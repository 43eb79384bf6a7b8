import { formatDateTime, formatLira } from '../../shared/format.ts';

/** One part of the copy: what is stored of a kind. */
interface CopyPart {
  title: string;
  rows: CopyRow[][];
}

export interface CopyRow {
  label: string;
  text: string;
}

/** Titles by the names of the export, in the order they are shown. */
const titles: Record<string, string> = {
  account: 'Hesap',
  orders: 'Siparişler',
  seats: 'Başkalarının sizin için aldığı yerler',
  answers: 'Katılımcılar için yanıtlar',
  cart: 'Sepet',
  enquiries: 'Bize yazdıklarınız',
  comments: 'Yorumlarınız',
  mails: 'Gönderilmeyi bekleyen e-postalar',
  sessions: 'Açık oturumlar',
  security_events: 'Hesap hareketleri',
};

const labels: Record<string, string> = {
  name: 'Ad',
  name_surname: 'Ad soyad',
  description: 'Yorum',
  surname: 'Soyad',
  email: 'E-posta',
  phone_number: 'Telefon',
  role: 'Rol',
  activated_at: 'Etkinleştirme',
  has_password: 'Şifre var',
  google_linked: 'Google ile bağlı',
  legal_seen_at: 'Yasal metinlerdeki değişikliğin gösterildiği an',
  code: 'Sipariş kodu',
  event_title: 'Atölye',
  unit_price: 'Bilet fiyatı',
  kept: 'Geç iptal nedeniyle iade edilmeyen',
  quantity: 'Adet',
  status: 'Durum',
  buyer_name: 'Alıcı',
  buyer_email: 'Alıcının e-postası',
  buyer_phone: 'Alıcının telefonu',
  participants: 'Katılımcılar',
  question: 'Soru',
  answer: 'Yanıt',
  created_at: 'Tarih',
  last_used_at: 'Son kullanım',
  current: 'Bu oturum',
  device: 'Cihaz',
  message: 'Mesaj',
  form_type: 'Form',
  grade: 'Sınıf',
  service: 'Hizmet',
  consented_at: 'Onay tarihi',
  consent_version: 'Onaylanan metnin sürümü',
  terms_version: 'Sözleşmenin sürümü',
  subject: 'Konu',
  text: 'Metin',
  kind: 'Tür',
  outcome: 'Sonuç',
};

const words: Record<string, string> = {
  true: 'evet',
  false: 'hayır',
  reserved: 'yer ayrıldı',
  paid: 'ödendi',
  cancelled: 'iptal edildi',
  user: 'müşteri',
  admin: 'yönetici',
  consulting: 'danışmanlık',
  coaching: 'koçluk',
};

const isMoment = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const isIdentifier = (name: string) => name === 'id' || name.endsWith('_id') || name.endsWith('_hash');

function toText(name: string, value: unknown): string {
  if (isMoment(value)) return formatDateTime(value);
  if (name === 'unit_price' || name === 'kept') return formatLira(Number(value));
  if (Array.isArray(value)) return value.map((item) => toText('', item)).join(', ');
  if (typeof value === 'object' && value)
    return Object.values(value)
      .filter((item) => item !== null)
      .join(' ');
  return words[String(value)] ?? String(value);
}

const toRows = (row: object): CopyRow[] =>
  Object.entries(row)
    .filter(([name, value]) => !isIdentifier(name) && value !== null && value !== '' && String(value) !== '[]')
    .map(([name, value]) => ({ label: labels[name] ?? name, text: toText(name, value) }));

/** The copy for reading: kinds that hold something, without identifiers, which only the file has. */
export function readDataCopy(copy: Record<string, unknown>): CopyPart[] {
  const kinds = [...Object.keys(titles), ...Object.keys(copy).filter((kind) => !(kind in titles))];
  return kinds.flatMap((kind) => {
    const value = copy[kind];
    const list = Array.isArray(value) ? value : typeof value === 'object' && value ? [value] : [];
    return list.length ? [{ title: titles[kind] ?? kind, rows: list.map(toRows) }] : [];
  });
}
