import { expect, test } from 'vitest';
import { readCoordinates, toMapLink } from '../../src/shared/mapLink.ts';

test.each([
  ['https://www.google.com/maps/place/X/@40.9903,29.0290,17z/data=!3m1', 40.9903, 29.029],
  ['https://www.google.com/maps/place/X/@40.1,29.1,17z/data=!3d40.9903!4d29.0290', 40.9903, 29.029],
  ['https://maps.google.com/?q=40.9903,29.0290', 40.9903, 29.029],
  ['https://maps.apple.com/?ll=40.9903,29.0290&q=Merkez', 40.9903, 29.029],
  ['https://www.openstreetmap.org/?mlat=40.9903&mlon=29.0290#map=17/40.1/29.1', 40.9903, 29.029],
  ['https://www.openstreetmap.org/#map=17/40.9903/29.0290', 40.9903, 29.029],
  ['40.9903, 29.0290', 40.9903, 29.029],
])('%s has coordinates', (link, latitude, longitude) => {
  expect(readCoordinates(link)).toEqual({ latitude, longitude });
});

test('links without coordinates, and impossible ones, have none', () => {
  for (const link of ['https://maps.app.goo.gl/AbC123', 'https://x.com/@140.5,29.1', '', 'Moda Caddesi 1.5, 2'])
    expect(readCoordinates(link)).toBeUndefined();
});

test('typed coordinates become a link, links stay', () => {
  expect(toMapLink('40.9903, 29.0290')).toBe('https://www.google.com/maps?q=40.9903,29.029');
  expect(toMapLink('https://maps.app.goo.gl/AbC123')).toBe('https://maps.app.goo.gl/AbC123');
});
