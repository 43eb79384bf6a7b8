import { z } from 'zod';
import { singleLine, text } from '../shared/text.ts';
import {
  choice,
  entryId,
  type Field,
  fieldOf,
  group,
  icon,
  inlineText,
  type KeyedField,
  line,
  list,
  listWithIds,
  longText,
  optional,
  picture,
  siteLink,
  wholeNumber,
} from './contentFields.ts';
import { measureTexts, sumSentence } from './contentText.ts';

// The words of the site: one schema for each document, which form, API, build and tests share.

/**
 * Limits all texts of a document together, so that the pages that show them stay light (tests/faults/words.test.ts)
 * while each text may be long. The longest one is named as wrong.
 */
const withinLetters = <Schema extends z.ZodType>(schema: Schema, max: number): Schema => {
  const field = fieldOf(schema);
  const limited = schema.superRefine((words, context) => {
    const { letters, longest } = measureTexts(field.fields ?? [], words);
    if (letters > max)
      context.addIssue({ code: 'custom', path: longest.split('.'), message: sumSentence(letters, max) });
  });
  return limited.meta({ ...field, max }) as Schema;
};

const seo = group('Arama sonuçlarında', {
  title: line('Sayfa başlığı', 70),
  description: line('Açıklama', 170),
});
const titled = { title: line('Başlık', 90), lead: longText('Giriş', 300) };
const button = (label = 'Düğme') => line(label, 40);

/** `accent` is shown in red italics inside `title`, so it must occur there. */
const accented = {
  holds: ({ title, accent }: { title: string; accent: string }) => title.includes(accent),
  key: 'accent',
  message: 'Vurgulanan bölüm başlığın içinde geçmeli.',
};
const head = {
  kicker: line('Üst satır', 80),
  title: line('Başlık', 90),
  accent: line('Başlıkta vurgulanan bölüm', 90, 'Başlıkta kırmızı görünecek bölümü, başlıkta yazdığı gibi yazın.'),
  lead: longText('Giriş', 300),
};
const slides = (min: number) =>
  list('Görseller', group('Görsel', { art: picture('Görsel', 'hero'), text: line('Görselin üstündeki not', 80) }), {
    min,
    max: 6,
  });
const meetings = group('Görüşme yolları', {
  title: line('Başlık', 90),
  options: list(
    'Yollar',
    group('Yol', { title: line('Başlık', 60), text: longText('Metin', 300), icon: icon('Simge') }),
    { min: 1, max: 4 },
  ),
});

const home = group('Anasayfa', {
  seo,
  hero: group(
    'Kapak',
    {
      ...head,
      button: button(),
      slides: list('Görseller', group('Görsel', { art: picture('Görsel', 'hero') }), { min: 1, max: 6 }),
    },
    accented,
  ),
  intro: group('Tanıtım', {
    text: inlineText('Metin', 500),
    facts: list('Kısa bilgiler', group('Bilgi', { value: line('Bilgi', 40), label: line('Açıklaması', 60) }), {
      max: 4,
    }),
  }),
  services: group('Bölümler', {
    ...titled,
    button: button('Kartlardaki düğme'),
    cards: list(
      'Kartlar',
      group('Kart', {
        title: line('Başlık', 60),
        text: longText('Metin', 200),
        href: siteLink('Nereye götürür'),
        art: picture('Görsel', 'card'),
      }),
      { min: 1, max: 6 },
    ),
  }),
  reviews_title: line('Yorumların başlığı', 90),
});

const serviceHero = group(
  'Kapak',
  { ...head, button: button(), faq_button: button('Sık sorulanlar düğmesi'), slides: slides(1) },
  accented,
);

const counsellingFields = group('Danışmanlık', {
  seo,
  hero: serviceHero,
  about: group('Danışmanlık hakkında', {
    ...titled,
    paragraphs: list('Paragraflar', inlineText('Paragraf', 1000), { max: 6 }),
    art: picture('Görsel', 'wide'),
  }),
  services: group('Hizmetler', {
    title: line('Başlık', 90),
    button: button('Kartlardaki düğme'),
    contact_button: button('Ayrıntı penceresindeki düğme'),
  }),
  meetings,
  /** Who the practice is; without it the section is not there. */
  bio: optional(
    group('Ben kimim', {
      ...titled,
      paragraphs: list('Paragraflar', inlineText('Paragraf', 1000), { max: 6 }),
      button: button(),
      art: picture('Portre', 'portrait'),
      alt: longText('Portrenin tarifi (görmeyenler için)', 300),
    }),
  ),
  faq: group('Sık sorulanlar', titled),
  contact: group('İletişim formu', {
    ...titled,
    message_placeholder: line('Mesaj kutusundaki örnek', 200),
    privacy: longText('Mesaj kutusunun altındaki not', 300),
    urgent: longText('Acil durum notu', 300),
  }),
});

const coachingFields = group('Koçluk', {
  seo,
  hero: serviceHero,
  services: group('Programlar', {
    ...titled,
    button: button('Programların düğmesi'),
    page_link: button('Programın sayfasına bağlantı'),
  }),
  meetings,
  /** `fallback_*` are shown while the free first meeting is switched off. */
  pre_meeting: group('Ön görüşme', {
    ...titled,
    points: list('Maddeler', inlineText('Madde', 200), { max: 8 }),
    fallback_title: line('Ön görüşme kapalıyken başlık', 90),
    fallback_lead: longText('Ön görüşme kapalıyken giriş', 300),
  }),
  faq: group('Sık sorulanlar', titled),
});

/** Ids of the six coaching services (docs/rules.md, services). */
const coachingServiceId = choice('Sınıf', [
  { value: 's4', label: '4, 5 ve 6. sınıf' },
  { value: 's7', label: '7. sınıf' },
  { value: 'lgs', label: 'LGS' },
  { value: 's9', label: '9 ve 10. sınıf' },
  { value: 's11', label: '11. sınıf' },
  { value: 'yks', label: 'YKS' },
]);

const coachingServicesFields = group(
  'Koçluk hizmetleri',
  {
    items: list(
      'Programlar',
      group('Program', {
        id: coachingServiceId,
        title: line('Başlık', 90),
        details: list('Paragraflar', inlineText('Paragraf', 1000), { min: 1, max: 6 }),
        points: list('Maddeler', inlineText('Madde', 200), { max: 10 }),
      }),
      { min: 6, max: 6 },
    ),
  },
  {
    holds: ({ items }) => new Set(items.map(({ id }) => id)).size === items.length,
    key: 'items',
    message: 'Her sınıf için bir program olmalı.',
  },
);

const faq = (label: string) =>
  withinLetters(
    group(label, {
      items: listWithIds(
        'Sorular',
        group('Soru', { id: entryId(), question: line('Soru', 200), answer: inlineText('Yanıt', 1200) }),
        'question',
      ),
    }),
    14_000,
  );

const reviewsFields = group('Yorumlar', {
  items: listWithIds(
    'Yorumlar',
    group('Yorum', {
      id: entryId(),
      name: line('Ad', 60),
      comment: longText('Yorum', 400),
      rating: wholeNumber('Puan', 1, 5),
      gender: choice('Resim', [
        { value: 'female', label: 'Kadın' },
        { value: 'male', label: 'Erkek' },
      ]),
    }),
    'name',
  ),
});

const pageHead = (label: string) =>
  group(label, {
    kicker: line('Üst satır', 80),
    title: line('Başlık', 60),
    lead: longText('Giriş', 300),
    description: line('Arama sonuçlarındaki açıklama', 170),
  });
const pages = group('Liste sayfaları', {
  products: pageHead('Atölyeler'),
  blog: pageHead('Blog'),
  gallery: pageHead('Galeri'),
  legal: pageHead('Yasal metinler'),
  contact: pageHead('İletişim'),
});

/** Fields of the site that legal texts may name as `{{field}}`. */
export const placeholders = ['legal_name', 'tax_line', 'address', 'email', 'phone'] as const;

/** A placeholder `{{…}}`, also one that names no field. */
export const placeholderPattern = /\{\{([\s\S]*?)\}\}/g;
const unknownPlaceholder = (value: string) =>
  [...value.matchAll(placeholderPattern)].find(([, name = '']) => !placeholders.includes(name.trim() as never))?.[0];

const legalBody = (max: number) =>
  text(max)
    .superRefine((value, context) => {
      const unknown = unknownPlaceholder(value)?.slice(0, 60);
      if (unknown) context.addIssue({ code: 'custom', message: `${unknown} bilinmiyor.` });
    })
    .meta({
      label: 'Metin',
      kind: 'markdown',
      max,
      help: `Başlık için satıra ## ile başlayın. ${placeholders.map((name) => `{{${name}}}`).join(', ')} yerine site bilgileri yazılır.`,
    } satisfies Field as never);

/** A text of a legal text beside its body, in which nothing is filled in. */
const withoutPlaceholders = <Schema extends z.ZodType<string>>(schema: Schema): Schema =>
  schema
    .refine((value) => !value.match(placeholderPattern), 'Site bilgileri yalnızca metnin içinde {{…}} ile yazılır.')
    .meta(fieldOf(schema) as never) as Schema;

/** The part of a sentence before or after its link; blanks at its ends are kept. */
const sentencePart = (label: string) =>
  z
    .string('Bu alan metin olmalıdır.')
    .max(300, 'En fazla 300 karakter yazabilirsiniz.')
    .overwrite((value) => {
      const [start = ''] = /^ ?/.exec(value) ?? [];
      const clean = singleLine(300).safeParse(value);
      return clean.success ? `${start}${clean.data}${value.endsWith(' ') ? ' ' : ''}` : '';
    })
    .meta({ label, kind: 'text', max: 300 } satisfies Field as never);

/** Sentence beside a form's checkbox or button. Only `link` leads to the page. */
const sentence = group('Formlardaki cümle', {
  before: withoutPlaceholders(sentencePart('Bağlantıdan önce')),
  link: withoutPlaceholders(line('Bağlantı', 120)),
  after: withoutPlaceholders(sentencePart('Bağlantıdan sonra')),
});
const legalFields = {
  title: withoutPlaceholders(line('Başlık', 120)),
  description: withoutPlaceholders(longText('Kısa açıklama', 200)),
  sentence: optional(sentence),
  body: legalBody(60_000),
};
const legal = group('Yasal metin', legalFields);
/** A text that a form links to: without its sentence the form could not be shown. */
const legalOfForm = group('Yasal metin', { ...legalFields, sentence }) as unknown as typeof legal;

/** Slugs of the legal texts, in the order of lists. */
export const legalSlugs = [
  'aydinlatma-metni',
  'acik-riza',
  'gizlilik',
  'cerezler',
  'on-bilgilendirme',
  'mesafeli-satis',
  'iptal-ve-iade',
] as const;
const formSlugs: readonly string[] = ['aydinlatma-metni', 'acik-riza', 'on-bilgilendirme', 'mesafeli-satis'];
export type LegalSlug = (typeof legalSlugs)[number];
export type LegalName = `legal/${LegalSlug}`;

const pageDocuments = {
  home,
  counselling: withinLetters(counsellingFields, 3700),
  coaching: withinLetters(coachingFields, 1900),
  'coaching-services': withinLetters(coachingServicesFields, 4100),
  'faq-counselling': faq('Danışmanlık: sık sorulanlar'),
  'faq-coaching': faq('Koçluk: sık sorulanlar'),
  reviews: withinLetters(reviewsFields, 5700),
  pages,
};

/** Every document by its name, in the order of lists. */
export const contentDocuments = {
  ...pageDocuments,
  ...(Object.fromEntries(
    legalSlugs.map((slug) => [`legal/${slug}`, formSlugs.includes(slug) ? legalOfForm : legal]),
  ) as Record<LegalName, typeof legal>),
};
export type ContentName = keyof typeof contentDocuments;
export const contentNames = Object.keys(contentDocuments) as ContentName[];
export const legalNames = legalSlugs.map((slug): LegalName => `legal/${slug}`);
export const isLegal = (name: ContentName): name is LegalName => name.startsWith('legal/');
/** `gizlilik` of `legal/gizlilik`. */
export const legalSlugOf = (name: string): string => name.replace('legal/', '');

/** What a document holds. */
export type Words<Name extends ContentName> = z.output<(typeof contentDocuments)[Name]>;

/** The form of a document: every key from top to bottom. */
export const contentFields = (name: ContentName): KeyedField[] => fieldOf(contentDocuments[name]).fields ?? [];

/** Most letters of all texts of a document together; undefined where only each text has a limit. */
export const maxLetters = (name: ContentName): number | undefined => fieldOf(contentDocuments[name]).max;

/** What people call a document. Legal texts are called by their own title. */
export const contentTitle = (name: ContentName, words: unknown): string =>
  isLegal(name) ? (words as Words<LegalName>).title : fieldOf(contentDocuments[name]).label;

type Parsed<Name extends ContentName> =
  | { words: Words<Name>; fields?: undefined }
  | { words?: undefined; fields: Record<string, string> };

/** Checks words: cleaned and in the order of the schema, or a sentence for each wrong field by its path. */
export function parseWords<Name extends ContentName>(name: Name, data: unknown): Parsed<Name> {
  const result = contentDocuments[name].safeParse(data, { error: () => 'Bu alan geçersiz.' });
  if (result.success) return { words: result.data as Words<Name> };
  // A map: a wrong key may be called like a member that every object has, such as `constructor`.
  const fields = new Map<string, string>();
  for (const issue of result.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const key of keys) {
      const path = [...issue.path, ...(key === undefined ? [] : [key])].join('.') || 'data';
      if (!fields.has(path)) fields.set(path, key === undefined ? issue.message : 'Bu alan bilinmiyor.');
    }
  }
  return { fields: Object.fromEntries(fields) };
}
