import type { ContentRow } from '../../../contract/content.ts';
import type { KeyedField } from '../../../contract/contentFields.ts';
import type { Setup } from '../../../contract/setup.ts';
import { paths } from '../../paths.ts';

interface Band {
  /** The part of the form that fills it; none for what other screens fill. */
  part?: string;
  height: number;
  tone: 'peach' | 'flour' | 'mist' | 'quince' | 'olive' | 'sea';
  /** Where the part stands on the page, in words of the admin area. */
  place?: string;
}

const faqBands: Band[] = [
  { height: 10, tone: 'peach' },
  { height: 8, tone: 'flour' },
  { part: 'items', height: 30, tone: 'mist', place: 'Açılıp kapanan sorular, sayfanın alt bölümünde' },
  { height: 10, tone: 'sea' },
];
const legalBands: Band[] = [
  { part: 'title', height: 8, tone: 'sea', place: 'Sayfanın başlığı ve yasal metinler listesindeki açıklama' },
  { part: 'body', height: 44, tone: 'flour', place: 'Sayfanın kendisi; sözleşmelerin PDF’leri de bundan yapılır' },
  { part: 'sentence', height: 8, tone: 'quince', place: 'Formlarda onay kutusunun ya da düğmenin yanında' },
];
const search = 'Sayfada görünmez; arama motorlarında ve paylaşımlarda çıkar';

interface PageInfo {
  /** What it holds, in the list of pages. */
  about: string;
  bands: Band[];
  /** Where else a part stands that is no band. */
  places?: Record<string, string>;
  /** The pages that its preview can show, by part; without them the API chooses. */
  previews?: Record<string, string>;
}

const infos: Record<string, PageInfo> = {
  home: {
    about: 'Açılış görselleri, tanıtım, bölüm kartları',
    bands: [
      { part: 'hero', height: 24, tone: 'peach', place: 'Sayfanın en üstü: görseller ve yanındaki kâğıt' },
      { part: 'intro', height: 10, tone: 'flour', place: 'Açılışın altındaki tanıtım' },
      { part: 'services', height: 16, tone: 'mist', place: 'Öbür sayfalara götüren kartlar' },
      { part: 'reviews_title', height: 10, tone: 'quince', place: 'Danışan yorumlarının üstünde' },
    ],
    places: { seo: search },
  },
  counselling: {
    about: 'Açılış görselleri, hizmetler, “Ben kimim?”, iletişim',
    bands: [
      { part: 'hero', height: 22, tone: 'peach', place: 'Sayfanın en üstü: görseller ve yanındaki kâğıt' },
      { part: 'about', height: 10, tone: 'flour', place: 'Açılışın altındaki ilk yazı' },
      { part: 'services', height: 10, tone: 'quince', place: 'Hizmet kartlarının üstü ve düğmeleri' },
      { part: 'meetings', height: 8, tone: 'quince', place: 'Kartların altında, görüşme yolları' },
      { part: 'bio', height: 12, tone: 'mist', place: 'Portrenizle sizi anlatan bölüm' },
      { part: 'faq', height: 7, tone: 'flour', place: 'Sık sorulan soruların üstü' },
      { part: 'contact', height: 9, tone: 'sea', place: 'Düğmelerin açtığı mesaj penceresi' },
    ],
    places: { seo: search },
  },
  coaching: {
    about: 'Açılış görselleri, programlar, ön görüşme',
    bands: [
      { part: 'hero', height: 22, tone: 'mist', place: 'Sayfanın en üstü: görseller ve yanındaki kâğıt' },
      { part: 'services', height: 14, tone: 'flour', place: 'Programların üstü ve düğmeleri' },
      { part: 'meetings', height: 10, tone: 'mist', place: 'Programların altında, görüşme yolları' },
      { part: 'pre_meeting', height: 12, tone: 'olive', place: 'Ön görüşme formunun yanında' },
      { part: 'faq', height: 8, tone: 'flour', place: 'Sık sorulan soruların üstü' },
    ],
    places: { seo: search },
  },
  'coaching-services': {
    about: 'Koçluk sayfasındaki altı programın yazıları',
    bands: [
      { height: 14, tone: 'mist' },
      {
        part: 'items',
        height: 32,
        tone: 'quince',
        place: 'Koçluk sayfasında açılan programlar; her birinin sayfası da var',
      },
      { height: 12, tone: 'mist' },
    ],
  },
  'faq-counselling': { about: 'Danışmanlık sayfasındaki sorular ve yanıtlar', bands: faqBands },
  'faq-coaching': { about: 'Koçluk sayfasındaki sorular ve yanıtlar', bands: faqBands },
  reviews: {
    about: 'Anasayfada kayan danışan yorumları',
    bands: [
      { height: 22, tone: 'flour' },
      { part: 'items', height: 22, tone: 'peach', place: 'Anasayfanın altındaki kaydırıcı' },
      { height: 10, tone: 'sea' },
    ],
  },
  pages: {
    about: 'Atölyeler, Blog, Galeri, Yasal metinler ve İletişim sayfalarının başlıkları',
    bands: [
      { part: '*', height: 16, tone: 'peach' },
      { height: 44, tone: 'flour' },
    ],
    places: {
      products: 'Atölyeler sayfasının üstü',
      blog: 'Blog sayfasının üstü',
      gallery: 'Galeri sayfasının üstü',
      legal: 'Yasal metinler sayfasının üstü',
      contact: 'İletişim sayfasının üstü',
    },
    previews: {
      products: paths.products,
      blog: paths.blogs,
      gallery: paths.gallery,
      legal: paths.legal,
      contact: paths.reach,
    },
  },
};

const isLegalName = (name: string): boolean => name.startsWith('legal/');

/** What is known of a document beside its words. */
export const infoOf = (name: string): PageInfo =>
  infos[name] ?? { about: isLegalName(name) ? 'Yasal metin' : '', bands: isLegalName(name) ? legalBands : [] };

/** Says where on the page a part stands. */
export const placeOf = (name: string, part: string): string | undefined => {
  const { bands, places } = infoOf(name);
  return bands.find((band) => band.part === part)?.place ?? places?.[part];
};

/** A card of the list: one document, or several that people look for together. */
export interface PageGroup {
  title: string;
  about: string;
  rows: ContentRow[];
}

const groups = [
  { title: 'Anasayfa', names: /^home$/ },
  { title: 'Danışmanlık', names: /^counselling$/ },
  { title: 'Koçluk', names: /^coaching$/ },
  { title: 'Sık sorulanlar', names: /^faq-/, about: 'Sayfaların altında açılıp kapanan sorular' },
  { title: 'Yorumlar', names: /^reviews$/ },
  { title: 'Koçluk hizmetleri', names: /^coaching-services$/ },
  { title: 'Liste sayfaları', names: /^pages$/ },
  { title: 'Yasal metinler', names: /^legal\//, about: 'Her değişiklik yeni bir sürüm olur; bir hukukçu okumalı' },
];

/** The documents as people know them. One that no group knows stands at the end under its own title. */
export function groupRows(rows: ContentRow[]): PageGroup[] {
  const known = groups.map(({ title, names, about }) => {
    const found = rows.filter(({ name }) => names.test(name));
    return { title, about: about ?? infoOf(found[0]?.name ?? '').about, rows: found };
  });
  const others = rows.filter(({ name }) => !groups.some(({ names }) => names.test(name)));
  return [
    ...known.filter((group) => group.rows.length),
    ...others.map((row) => ({ title: row.title, about: '', rows: [row] })),
  ];
}

/** Whether the owner wrote the words. Revision 1 is what the installation began with: the sample, or nothing. */
export const isOwnWords = ({ name, revision }: ContentRow, words: Setup['words']): boolean =>
  revision > 1 && !name.startsWith('legal/') && !words.left.some((left) => left.name === name);

/** A part of the form that folds: a group of the document, or fields that stand beside each other. */
export interface Part {
  key: string;
  title: string;
  fields: KeyedField[];
}

/** The parts of a form from the top of the page down; what search engines show comes last. */
export function partsOf(fields: readonly KeyedField[]): Part[] {
  const parts: Part[] = [];
  let loose: Part | undefined;
  for (const field of fields) {
    const isOwn = field.kind === 'group' || field.kind === 'markdown' || field.kind === 'list';
    if (isOwn || !loose) {
      const part = { key: field.key, title: field.label, fields: [field] };
      parts.push(part);
      loose = isOwn ? undefined : part;
    } else {
      loose.fields.push(field);
      loose.title += `, ${field.label.toLocaleLowerCase('tr')}`;
    }
  }
  return [...parts.filter(({ key }) => key !== 'seo'), ...parts.filter(({ key }) => key === 'seo')];
}
