import type { SamplesState } from '../../../contract/samples.ts';
import type { MailTest, Setup, SetupStep } from '../../../contract/setup.ts';
import type { IdentityField } from '../../../contract/site.ts';
import { formatDateTime } from '../../../shared/format.ts';

/** The steps in the order in which they lead to a site for everybody. */
export const stepOrder: SetupStep[] = ['identity', 'payment', 'mail', 'words', 'samples', 'legal', 'etbis', 'admin'];

export const stepTitles: Record<SetupStep, string> = {
  identity: 'Adınız, adresiniz, telefonunuz',
  payment: 'Banka hesabı',
  mail: 'Kendinize bir deneme e-postası',
  words: 'Örnek metinler',
  samples: 'Örnek içerik',
  legal: 'Yasal metinler',
  etbis: 'ETBİS kaydı',
  admin: 'Yönetici hesabınız',
};

const identityNames: Record<IdentityField, string> = {
  name: 'merkezin adı',
  legal_name: 'resmî unvan',
  tax_line: 'vergi bilgisi',
  city: 'şehir',
  address: 'adres',
  email: 'e-posta',
  phone: 'telefon',
  whatsapp: 'WhatsApp numarası',
  social: 'sosyal hesaplar',
};

const joinWords = (words: string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} ve ${words.at(-1)}` : (words[0] ?? '');

/** `resmî unvan, adres ve telefon`: what of the identity is blank or the sample's. */
export const missingWords = ({ identity }: Setup): string =>
  joinWords(identity.missing.map((field) => identityNames[field]));

/** How many fields hold the product's words of one kind. */
const countLeft = ({ words }: Setup, kind: 'sample' | 'neutral'): number =>
  words.left.filter((one) => one.kind === kind).reduce((sum, { fields }) => sum + fields.length, 0);

/** What a step says below its title. */
export const stepNote = (step: SetupStep, setup: Setup): string => notes[step](setup);

const notes: Record<SetupStep, (setup: Setup) => string> = {
  identity: (setup) =>
    setup.identity.done
      ? 'Sayfalarda ve yasal metinlerde sizin bilgileriniz duruyor.'
      : `Eksik ya da örnek: ${missingWords(setup)}.`,
  payment({ payment }) {
    if (!payment.done)
      return 'Hesap bilgileri yazılmadan kimse havale yapamaz; siparişlerde, e-postalarda ve biletlerde çıkar.';
    return payment.transfer
      ? `${payment.bank || 'Hesap'}, sonu ${payment.iban_end}.`
      : 'Havale kapalı; alıcılar başka bir yolla öder.';
  },
  mail({ mail }) {
    if (!mail.server)
      return 'E-posta sunucusu bağlı değil, e-postalar kimseye ulaşmıyor. Siteyi kuran kişiden SMTP_URL ayarını girmesini isteyin.';
    return mail.tested_at
      ? `Son deneme sunucuya teslim edildi: ${formatDateTime(mail.tested_at)}.`
      : 'Gönderin ve posta kutunuza bakın.';
  },
  words: (setup) => {
    const neutral = countLeft(setup, 'neutral');
    if (!setup.words.done)
      return `${countLeft(setup, 'sample')} yerde örnek metin duruyor. Düzenlemedikleriniz örnek içerikle birlikte kalkar.`;
    return neutral ? `Örnek metin yok. ${neutral} yer kendi cümlelerinizi bekliyor.` : 'Sayfalarda örnek metin yok.';
  },
  samples: ({ samples }) =>
    samples.done
      ? 'Sitede örnek içerik yok.'
      : `${samples.left} örnek kayıt birlikte kaldırılır; 30 gün içinde geri getirebilirsiniz.`,
  legal({ legal }) {
    if (legal.untrue.length)
      return `Mesajlar ${legal.enquiry_days} gün sonra silinir; ${joinWords(legal.untrue)} başka bir süre söylüyor. Sayfalar’da düzeltin.`;
    return legal.checked_at
      ? `Hukukçuya baktırıldı: ${formatDateTime(legal.checked_at)}.`
      : 'Metinler iyi bir başlangıçtır; yayına çıkmadan bir hukukçu okumalı.';
  },
  etbis: ({ etbis }) =>
    etbis.done
      ? 'Kaydınızın bağlantısı sayfa altında duruyor.'
      : 'Sitesinden sipariş alan herkes Ticaret Bakanlığı’nın ETBİS sistemine kaydolur; kaydın adresini Site bilgilerine yazın.',
  admin: ({ admin }) =>
    admin.done
      ? 'Yönetim paneline kendi adresinizle giriyorsunuz.'
      : 'admin@ornek.com örnek adrestir, e-postalarını kimse okumaz. Kendi adresinizle bir hesap açıp yönetici yapın, örnek hesabı kapatın.',
};

const names: Record<SamplesState['groups'][number]['entity'], string> = {
  product: 'atölye',
  service: 'hizmet',
  gallery: 'galeri seti',
  post: 'yazı',
  comment: 'yorum',
  category: 'kategori',
};

const usedWhy: Partial<typeof names> = { product: 'siparişi', post: 'okur yorumu' };

const countInWords = (groups: SamplesState['groups'], field: 'removable' | 'edited' | 'removed'): string[] =>
  groups.filter((group) => group[field] > 0).map((group) => `${group[field]} ${names[group.entity]}`);

const capitalise = (sentence: string): string => sentence.charAt(0).toLocaleUpperCase('tr') + sentence.slice(1);

/** Says before the removal what goes and what stays. */
export function removalWords({ words, groups }: SamplesState): string {
  const going = joinWords(countInWords(groups, 'removable'));
  const edited = joinWords(countInWords(groups, 'edited'));
  const used = groups
    .filter((group) => group.used > 0)
    .map((group) => `${usedWhy[group.entity] ?? 'bağlantısı'} olan ${group.used} ${names[group.entity]}`);
  return [
    going && `${going} siteden kalkar; sepetlerdeki örnek atölyeler de.`,
    words && 'Örnek metinlerin, danışan yorumlarının ve “Ben Kimim?” yazısının yerini kısa, yansız metinler alır.',
    edited && `Sizin düzenlediğiniz ${edited} kalır.`,
    used.length > 0 && `${capitalise(joinWords(used))} kalır.`,
    '30 gün içinde hepsini geri getirebilirsiniz.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Names what comes back. */
export const restoreWords = ({ words, groups }: SamplesState): string =>
  capitalise(
    `${joinWords([...countInWords(groups, 'removed'), ...(words ? [] : ['örnek metinler'])])} siteye geri gelir.`,
  );

/** What became of a test mail. */
export function mailTestWords({ outcome, to, reason }: MailTest): string {
  if (outcome === 'sent') return `Deneme e-postası ${to} adresine gönderildi. Posta kutunuza bakın.`;
  if (outcome === 'file')
    return 'E-posta sunucusu bağlı değil: deneme e-postası yalnızca sunucudaki bir dosyaya yazıldı, kimseye ulaşmadı.';
  return `E-posta gönderilemedi. Sunucunun yanıtı: ${reason}`;
}

const endings = ['ı', 'i', 'si', 'ü', 'ü', 'i', 'sı', 'si', 'i'];
/** A number of steps with the ending it is spoken with: `3’ü`. */
export const withEnding = (steps: number): string => `${steps}’${endings[steps]}`;
