import type { Site } from '../../contract/site.ts';
import { toE164 } from '../../shared/phone.ts';

// Links to the practice outside of the site.

/** The address of a WhatsApp chat with the practice, with a first sentence. */
export const whatsappUrl = (site: Site): string =>
  `https://wa.me/${site.whatsapp}?text=${encodeURIComponent(site.whatsapp_text)}`;

export const phoneUrl = ({ phone }: Site): string => `tel:${toE164(phone) ?? phone.replaceAll(/[^\d+]/g, '')}`;

/** Opening hours as lines, as the owner separated them. */
export const hoursLines = ({ hours }: Site): string[] =>
  hours
    .split(/[,;]\s*(?=\p{L})/u)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => line.charAt(0).toLocaleUpperCase('tr') + line.slice(1));

/** Stored digits of a WhatsApp number as people write it, for paper. */
export const whatsappNumber = ({ whatsapp }: Site): string =>
  `+${whatsapp.replace(/^(90)(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3 $4 $5')}`;
