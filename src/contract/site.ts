import { z } from 'zod';
import { toMapLink } from '../shared/mapLink.ts';
import { toE164 } from '../shared/phone.ts';
import { cleanLine, email, lineOrBlank, singleLine, storedEmail, text } from '../shared/text.ts';
import { boundedArray, defineEndpoints, timestamp } from './endpoint.ts';

/** Icons a social link can have. */
const socialIcons = ['door', 'video', 'photo', 'globe', 'mail', 'chat', 'phone'] as const;

/** `instagram.com/x` as people type it, with its protocol. */
const withProtocol = (value: string) => (/^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(value) ? `https://${value}` : value);

const isLink = (value: string) => URL.canParse(value) && new URL(value).protocol === 'https:';
const linkText = 'Adres https:// ile başlamalı.';
/** Ends the checks: cleaning a long text costs time. */
const tooLong = { error: 'Adres çok uzun.', abort: true };

const cleanLink = (value: string) => withProtocol(cleanLine(value));

const link = z.string('Lütfen adres yazın.').max(500, tooLong).overwrite(cleanLink).refine(isLink, linkText);

/** A line that is an address, or blank. */
const optionalLink = z
  .string()
  .max(500, tooLong)
  .default('')
  .overwrite(cleanLink)
  .refine((value) => value === '' || isLink(value), linkText);

const socialLink = z.object({
  label: singleLine(40, 'Lütfen bağlantının adını yazın.'),
  url: link,
  icon: z.enum(socialIcons, 'Lütfen bir simge seçin.'),
});

const identity = {
  legal_name: singleLine(200, 'Lütfen resmî unvanı yazın.'),
  tax_line: singleLine(120, 'Lütfen vergi bilgisini yazın.'),
  city: singleLine(60, 'Lütfen şehri yazın.'),
  address: singleLine(300, 'Lütfen adresi yazın.'),
  email,
  phone: singleLine(30, 'Lütfen telefonu yazın.'),
};

/** What only the owner can write: a site with a sample or nothing there is not ready for the public. */
export const identityFields = [
  'name',
  'legal_name',
  'tax_line',
  'city',
  'address',
  'email',
  'phone',
  'whatsapp',
  'social',
] as const;
export type IdentityField = (typeof identityFields)[number];

const orBlank = <Line extends z.ZodType<string>>(line: Line) => z.union([z.literal(''), line]);

/**
 * Identity, contact and switches of the practice, used by pages, mails and legal texts. Contact and identity are blank
 * on a site that was started without samples, until the owner writes them; pages leave out what is blank.
 */
export const site = z.object({
  name: singleLine(60, 'Lütfen merkezin adını yazın.'),
  tagline: singleLine(80, 'Lütfen kısa tanıtım satırını yazın.'),
  legal_name: orBlank(identity.legal_name),
  tax_line: orBlank(identity.tax_line),
  city: orBlank(identity.city),
  address: orBlank(identity.address),
  email: orBlank(storedEmail),
  phone: orBlank(identity.phone),
  hours: lineOrBlank(120),
  /** A map's link, or coordinates, which become one. */
  map_url: z
    .string()
    .max(1000, tooLong)
    .default('')
    .overwrite((value) => withProtocol(toMapLink(cleanLine(value))))
    .refine((value) => value === '' || isLink(value), linkText),
  /** International number, digits only, as wa.me needs it; Turkish ones are taken as people type them. */
  whatsapp: z
    .string('Lütfen WhatsApp numarasını yazın.')
    .overwrite((value) => (toE164(value) ?? value).replace(/^\s*\+|[\s().-]/g, ''))
    .regex(
      /^(?:[1-9]\d{9,14})?$/,
      'Numarayı 0532 111 22 33 gibi, yurt dışındakini ülke koduyla yazın (örneğin +49 151 2345 6789).',
    ),
  whatsapp_text: singleLine(300, 'Lütfen hazır gelecek cümleyi yazın.'),
  social: boundedArray(socialLink, 8, 'Lütfen sosyal hesapları kontrol edin.', 'En fazla 8 hesap ekleyebilirsiniz.'),
  /** Browser title and description of the home page; those of its words if blank. */
  home_title: lineOrBlank(70),
  home_description: lineOrBlank(170),
  /** A line below the name at the foot of every page. */
  footer_title: lineOrBlank(120),
  footer_text: text(400, 'Lütfen sayfa altı metnini yazın.'),
  copyright: singleLine(120, 'Lütfen telif satırını yazın.'),
  /** Address of the practice's record in the state's list of web shops (ETBİS), linked at the foot; none if blank. */
  etbis_url: optionalLink,
  /** The stripe on the page of products; none if blank. */
  workshops_banner: lineOrBlank(200),
  /** The review slider of the home page. */
  reviews_enabled: z.boolean('Geçersiz değer.'),
  /** The offer of a free first meeting on the coaching page. */
  pre_meeting_enabled: z.boolean('Geçersiz değer.'),
});
export type Site = z.output<typeof site>;

export const savedSite = site.extend({
  /** 1970 until somebody saves the site. */
  updated_at: timestamp,
  /** Whether pages show the sample words of src/content; otherwise neutral ones. */
  sample_words: z.boolean(),
});
export type SavedSite = z.output<typeof savedSite>;

/** Pages link the phone for calling: two numbers in the line would be dialled as one. */
const phone = identity.phone.refine(
  (value) => /^\D*(?:\d\D*){3,15}$/.test(value),
  'Lütfen tek bir numara yazın; örneğin 0216 111 22 33.',
);

/** An edit; refused where `updated_at` is sent and is not the saved one. */
const siteEdit = site.extend({ ...identity, phone, updated_at: z.string().optional() });
export type SiteEdit = z.output<typeof siteEdit>;

export const siteApi = defineEndpoints({
  'GET /api/site': {
    access: 'public',
    summary: 'Identity and contact of the practice',
    cacheable: true,
    reply: savedSite,
  },
  'PUT /api/admin/site': {
    access: 'admin',
    summary: 'Edits identity and contact; pages show it with the next publishing',
    body: siteEdit,
    reply: savedSite,
    errors: ['edit_conflict'],
  },
});
