import type { Site } from '../../contract/site.ts';
import { mailto } from '../../shared/mailto.ts';
import { mapUrl } from '../../shared/mapLink.ts';
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
const whatsappNumber = ({ whatsapp }: Site): string =>
  `+${whatsapp.replace(/^(90)(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3 $4 $5')}`;

const newTab = { rel: 'noopener', target: '_blank' };

/** Each way to the practice that the settings have, by its icon: the link, its words, and a smaller line for a card. */
const ways = {
  pin(site: Site) {
    const href = mapUrl(site);
    const hint = site.address ? 'Haritada açılır' : 'Yeni sekmede açılır';
    return href && { link: { href, ...newTab }, text: site.address || 'Haritada aç', hint };
  },
  phone: (site: Site) =>
    site.phone && { link: { href: phoneUrl(site) }, text: site.phone, hint: 'Aramak için dokunun' },
  chat: (site: Site) =>
    site.whatsapp && {
      link: { href: whatsappUrl(site), ...newTab },
      text: 'WhatsApp’tan yazın',
      hint: whatsappNumber(site),
    },
  mail: (site: Site) => site.email && { link: { href: mailto(site.email) }, text: site.email, hint: 'E-posta yazın' },
};

/** The ways that the settings have, in this order. */
export const listWays = (site: Site, ...order: (keyof typeof ways)[]) =>
  order.flatMap((icon) => {
    const way = ways[icon](site);
    return way ? { icon, ...way } : [];
  });
