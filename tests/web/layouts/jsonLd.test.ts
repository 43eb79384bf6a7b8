import { expect, test } from 'vitest';
import site from '../../../src/content/site.json' with { type: 'json' };
import type { Site } from '../../../src/contract/site.ts';
import { blogPosting, breadcrumbList, localBusiness, productEvent } from '../../../src/web/layouts/jsonLd.ts';

const origin = new URL('https://ornek.com');
const workshop = {
  slug: 'golgeyle-oyun',
  title: 'Gölgeyle Oyun',
  description: 'Perde ve ışık.',
  price: 600,
  stock: 0,
  location: 'Merkez, büyük salon',
  image1: '/media/a.webp',
};
const describeEvent = (
  change: Partial<typeof workshop> & {
    cancelled?: boolean;
    moved_from?: { date: string; time: string };
    leader?: string;
    age_from?: number | null;
    age_to?: number | null;
  },
) => productEvent({ ...workshop, ...change }, '2026-12-29T14:00:00+03:00', site as Site, origin);

test('structured data marks a sold-out product as SoldOut', () => {
  expect(describeEvent({})).toMatchObject({
    '@type': 'Event',
    url: 'https://ornek.com/products/golgeyle-oyun',
    offers: { price: 600, priceCurrency: 'TRY', availability: 'https://schema.org/SoldOut' },
  });
  expect(describeEvent({ stock: 2 })).toMatchObject({ offers: { availability: 'https://schema.org/InStock' } });
});

test('structured data says that a product was called off, or moved and from when', () => {
  expect(describeEvent({ stock: 3, cancelled: true })).toMatchObject({
    eventStatus: 'https://schema.org/EventCancelled',
    offers: { availability: 'https://schema.org/SoldOut' },
  });
  expect(describeEvent({ moved_from: { date: '2026-12-22', time: '10:30' } })).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    startDate: '2026-12-29T14:00:00+03:00',
    previousStartDate: '2026-12-22T10:30:00+03:00',
  });
  expect(describeEvent({})).toMatchObject({ eventStatus: 'https://schema.org/EventScheduled' });
});

test('structured data names who leads a product, and its ages where it is not for all', () => {
  expect(describeEvent({ leader: 'Elif Aydın', age_from: 7, age_to: 10 })).toMatchObject({
    performer: { '@type': 'Person', name: 'Elif Aydın' },
    typicalAgeRange: '7-10',
  });
  expect(describeEvent({ leader: '', age_from: 18, age_to: null })).toMatchObject({
    performer: undefined,
    typicalAgeRange: '18-',
  });
  expect(describeEvent({ age_from: null, age_to: 12 })).toMatchObject({ typicalAgeRange: '0-12' });
  expect(describeEvent({})).toMatchObject({ typicalAgeRange: undefined });
});

test('structured data names author and organizer on the page itself', () => {
  const practice = { '@type': 'Organization', name: site.name, url: 'https://ornek.com/' };
  const post = { slug: 'a', title: 'A', description: 'B', image_url: null, created_at: '2026-11-18T04:00:00.000Z' };
  expect(blogPosting(post, site as Site, origin)).toMatchObject({ author: practice, publisher: practice });
  expect(describeEvent({})).toMatchObject({ organizer: practice });
});

test.each(['Online', 'ONLINE', 'ONLİNE'])(
  'structured data of a product whose place is %s has no address',
  (location) => {
    expect(describeEvent({ location })).toMatchObject({
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation' },
    });
  },
);

test.each([
  ['Merkez, büyük salon', site.address],
  ['Merkezimiz', site.address],
  [`${site.name} atölyesi`, site.address],
  ['Sahil parkı', undefined],
  ['Merkezefendi Kültür Evi', undefined],
])('structured data of a product at %s has the street %s', (location, streetAddress) => {
  expect(describeEvent({ location })).toMatchObject({
    location: { '@type': 'Place', name: location, address: { streetAddress, addressLocality: site.city } },
  });
});

test('breadcrumbs start at the home page', () => {
  const { itemListElement } = breadcrumbList(origin, [{ name: 'Galeri', path: '/galeri' }]) as {
    itemListElement: { position: number; item: string }[];
  };
  expect(itemListElement.map(({ position, item }) => [position, item])).toEqual([
    [1, 'https://ornek.com/'],
    [2, 'https://ornek.com/galeri'],
  ]);
});

test('the practice has its phone, hours and place, and nothing that is blank', () => {
  const map_url = 'https://www.google.com/maps/place/X/@40.9903,29.0290,17z';
  const own = { ...site, name: 'Ayşe Demir Psikoloji', phone: '0216 111 22 33', map_url } as Site;
  expect(localBusiness(own, origin)).toMatchObject({
    name: 'Ayşe Demir Psikoloji',
    telephone: '+902161112233',
    hasMap: map_url,
    geo: { '@type': 'GeoCoordinates', latitude: 40.9903, longitude: 29.029 },
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        opens: '09:00',
        closes: '19:00',
      },
      { dayOfWeek: ['Saturday'], opens: '10:00', closes: '16:00' },
    ],
  });
  const blank = { ...site, phone: '', hours: '', address: '', city: '', email: '', legal_name: '' } as Site;
  const said = Object.keys(JSON.parse(JSON.stringify(localBusiness(blank, origin))));
  for (const name of ['telephone', 'openingHoursSpecification', 'address', 'geo', 'hasMap', 'email'])
    expect(said).not.toContain(name);
});
