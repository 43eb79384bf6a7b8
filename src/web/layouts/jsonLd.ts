import type { Blog } from '../../contract/blog.ts';
import type { Product } from '../../contract/catalog.ts';
import { fold } from '../../shared/fold.ts';
import { mapUrl, readCoordinates } from '../../shared/mapLink.ts';
import { readOpeningHours } from '../../shared/openingHours.ts';
import { toE164 } from '../../shared/phone.ts';
import { isoStart, minuteMs } from '../../shared/time.ts';
import { isOnline } from '../catalog/catalog.ts';
import { paths } from '../paths.ts';
import type { Site } from './site.store.ts';

// schema.org objects of the public pages; PageMeta.astro writes them into the head.

const practiceId = (origin: URL) => new URL('/#merkez', origin).href;

/** The practice as author, publisher or organizer. */
const organization = (site: Site, origin: URL): object => ({
  '@type': 'Organization',
  '@id': practiceId(origin),
  name: site.name,
  url: origin.href,
  logo: new URL('/icon-512.png', origin).href,
});

/** Words of companies as `fold` leaves them. Abbreviations have to stand alone: 'Destina' contains 'sti'. */
const companyWords = /ltd|limited|\bsti\b|\ba\.s\b|anonim|sirket|merkez|danismanlik|egitim|klinik|ofis|atolye|akademi/;

/** Who writes, where the practice's official name is a person's: two to five words, none of a company. */
export function personOf({ legal_name }: Pick<Site, 'legal_name'>): { '@type': 'Person'; name: string } | undefined {
  const isPerson =
    /^\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.'’-]+){1,4}$/u.test(legal_name) && !companyWords.test(fold(legal_name));
  return isPerson ? { '@type': 'Person', name: legal_name } : undefined;
}

/** The name of a post's author: that person, or the practice. */
export const authorName = (site: Pick<Site, 'legal_name' | 'name'>): string => personOf(site)?.name ?? site.name;

/** The practice, on its home and contact pages. */
export function localBusiness(site: Site, origin: URL): object {
  const at = readCoordinates(site.map_url);
  const hours = readOpeningHours(site.hours);
  return {
    '@type': ['ProfessionalService', 'LocalBusiness'],
    '@id': practiceId(origin),
    name: site.name,
    legalName: site.legal_name || undefined,
    description: site.footer_text,
    url: origin.href,
    image: new URL('/og.jpg', origin).href,
    logo: new URL('/icon-512.png', origin).href,
    email: site.email || undefined,
    telephone: site.phone ? (toE164(site.phone) ?? site.phone) : undefined,
    address: postalAddress(site),
    areaServed: site.city || undefined,
    hasMap: mapUrl(site),
    geo: at && { '@type': 'GeoCoordinates', ...at },
    openingHoursSpecification: hours.length
      ? hours.map(({ days, ...times }) => ({ '@type': 'OpeningHoursSpecification', dayOfWeek: days, ...times }))
      : undefined,
    availableLanguage: 'tr',
    sameAs: site.social.map((link) => link.url),
  };
}

const postalAddress = ({ address, city }: Site): object | undefined =>
  address || city
    ? {
        '@type': 'PostalAddress',
        streetAddress: address || undefined,
        addressLocality: city || undefined,
        addressCountry: 'TR',
      }
    : undefined;

/** A service or programme of the practice, with a page of its own. */
export function practiceService(
  { name, description, path, image }: { name: string; description: string; path: string; image?: string },
  site: Site,
  origin: URL,
): object {
  return {
    '@type': 'Service',
    name,
    description,
    url: new URL(path, origin).href,
    image: image && new URL(image, origin).href,
    provider: organization(site, origin),
    areaServed: site.city || undefined,
    availableChannel: { '@type': 'ServiceChannel', availableLanguage: 'tr' },
  };
}

/** The path from the home page to this one. */
export function breadcrumbList(origin: URL, steps: { name: string; path: string }[]): object {
  const all = [{ name: 'Anasayfa', path: paths.home }, ...steps];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, origin).href,
    })),
  };
}

type ArticleData = Pick<Blog, 'slug' | 'title' | 'description' | 'image_url' | 'created_at'>;

export function blogPosting(post: ArticleData, site: Site, origin: URL): object {
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.description,
    inLanguage: 'tr',
    datePublished: post.created_at,
    mainEntityOfPage: new URL(paths.blog(post.slug), origin).href,
    ...(post.image_url ? { image: new URL(post.image_url, origin).href } : {}),
    author: personOf(site) ?? organization(site, origin),
    publisher: organization(site, origin),
  };
}

export function itemList(origin: URL, pages: string[]): object {
  return {
    '@type': 'ItemList',
    itemListElement: pages.map((path, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: new URL(path, origin).href,
    })),
  };
}

type EventData = Pick<Product, 'slug' | 'title' | 'description' | 'price' | 'stock' | 'location' | 'image1'> &
  Partial<Pick<Product, 'duration_minutes' | 'leader' | 'age_from' | 'age_to' | 'cancelled' | 'moved_from'>>;

/** Whether an event takes place as announced; of one that moved, also when it was to begin before. */
function eventStatus({ cancelled, moved_from }: EventData): object {
  const status = cancelled ? 'EventCancelled' : moved_from ? 'EventRescheduled' : 'EventScheduled';
  return {
    eventStatus: `https://schema.org/${status}`,
    previousStartDate: moved_from ? isoStart(moved_from.date, moved_from.time) : undefined,
  };
}

/** Of a place that is not the practice only the city is known. */
const addressOf = ({ location }: EventData, site: Site): object | undefined =>
  postalAddress(isAtPractice(location, site) ? site : { ...site, address: '' });

/** Whether a place is the practice itself: 'Merkez, büyük salon', or one with its name or address. */
function isAtPractice(location: string, { name, address }: Site): boolean {
  const place = fold(location);
  const says = (text: string) => text !== '' && place.includes(fold(text));
  return /^(merkez|ofis|klinik)(imiz|im)?\b/.test(place) || says(name) || says(address);
}

/** `7-10`, `18-`, `0-12`; undefined for all ages. */
const ageRange = ({ age_from, age_to }: EventData): string | undefined =>
  age_from == null && age_to == null ? undefined : `${age_from ?? 0}-${age_to ?? ''}`;

/** A product as a schema.org event with its offer. `start` is ISO 8601 with the offset. */
export function productEvent(product: EventData, start: string, site: Site, origin: URL): object {
  const online = isOnline(product);
  const url = new URL(paths.product(product.slug), origin).href;
  return {
    '@type': 'Event',
    name: product.title,
    description: product.description,
    startDate: start,
    endDate: product.duration_minutes
      ? new Date(Date.parse(start) + product.duration_minutes * minuteMs).toISOString()
      : undefined,
    performer: product.leader ? { '@type': 'Person', name: product.leader } : personOf(site),
    typicalAgeRange: ageRange(product),
    url,
    image: new URL(product.image1, origin).href,
    inLanguage: 'tr',
    ...eventStatus(product),
    eventAttendanceMode: `https://schema.org/${online ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: online
      ? { '@type': 'VirtualLocation', url }
      : { '@type': 'Place', name: product.location, address: addressOf(product, site) },
    organizer: organization(site, origin),
    offers: {
      '@type': 'Offer',
      price: product.price,
      priceCurrency: 'TRY',
      url,
      availability: `https://schema.org/${product.stock > 0 && !product.cancelled ? 'InStock' : 'SoldOut'}`,
    },
  };
}
