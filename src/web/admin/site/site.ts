import type { SavedSite, Site } from '../../../contract/site.ts';
import { describeOpeningHours, readOpeningHours } from '../../../shared/openingHours.ts';
import { type Difference, diffFields } from '../diffFields.ts';

export const toValues = ({ updated_at: _, sample_words: __, ...values }: SavedSite): Site => values;

/** The labels of the settings, in the form and in a conflict. */
export const siteLabels: Record<keyof Site, string> = {
  name: 'Merkezin adı',
  tagline: 'Kısa tanıtım satırı',
  legal_name: 'Resmî unvan',
  tax_line: 'Vergi bilgisi',
  city: 'Şehir',
  address: 'Açık adres',
  hours: 'Çalışma saatleri',
  email: 'E-posta',
  phone: 'Telefon',
  map_url: 'Harita bağlantısı',
  whatsapp: 'WhatsApp numarası',
  whatsapp_text: 'WhatsApp’ta hazır gelecek cümle',
  social: 'Sosyal hesaplar',
  workshops_banner: 'Atölyeler sayfasının duyurusu',
  home_title: 'Anasayfanın başlığı (tarayıcı ve arama)',
  home_description: 'Anasayfanın açıklaması (arama)',
  footer_title: 'Sayfa altında adın altındaki satır',
  footer_text: 'Sayfa altı metni',
  copyright: 'Telif satırı',
  etbis_url: 'ETBİS kaydınızın adresi',
  reviews_enabled: 'Anasayfada danışan yorumlarını göster',
  pre_meeting_enabled: 'Koçluk sayfasında ücretsiz ön görüşmeyi duyur',
};

/** A setting as text: a switch as yes or no, social accounts a line each. */
function toWords(value: Site[keyof Site]): string {
  if (typeof value === 'boolean') return value ? 'Evet' : 'Hayır';
  if (typeof value === 'string') return value;
  return value.map(({ label, url }) => `${label}: ${url}`).join('\n');
}

export const compareSite = (values: Site, theirs: SavedSite): Difference[] =>
  diffFields(siteLabels, values, theirs, toWords);

/** The icon of a social account by its name and address, until somebody chooses another. */
export function socialIconOf({ label, url }: { label: string; url: string }): Site['social'][number]['icon'] {
  const words = `${label} ${url}`;
  if (/instagram|pinterest/i.test(words)) return 'photo';
  return /youtu\.?be|vimeo|tiktok/i.test(words) ? 'video' : 'globe';
}

/** Says how much of a name the top bar of a phone shows. */
export const nameHint = (text: string, room: number): string =>
  text.length > room
    ? `${text.length} harf. Dar ekranlarda ilk ${room} harf kadarı görünür, gerisi … ile kısalır.`
    : 'Üst çubukta, tarayıcı başlıklarında, e-postalarda ve sayfa altında durur.';

/** Says which opening hours search engines are told. */
export function hoursHint(text: string): string {
  const read = describeOpeningHours(readOpeningHours(text));
  if (read) return `Arama motorlarına böyle bildirilir: ${read}.`;
  return text.trim()
    ? 'Sayfada böyle görünür. Arama motorları için günleri ve saatleri yazın: Hafta içi 09.00–19.00'
    : 'Örneğin: Hafta içi 09.00–19.00, cumartesi 10.00–16.00';
}
