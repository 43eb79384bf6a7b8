/** A place on earth in degrees. */
interface Coordinates {
  latitude: number;
  longitude: number;
}

const number = String.raw`(-?\d{1,3}\.\d+)`;
const patterns = [
  new RegExp(`^${number}[,;\\s]+${number}$`),
  new RegExp(`!3d${number}!4d${number}`),
  new RegExp(`@${number},${number}`),
  new RegExp(`[?&](?:q|ll|query|center|destination)=(?:loc:)?${number}(?:,|%2C)\\s*${number}`, 'i'),
  new RegExp(`[?&]mlat=${number}&mlon=${number}`),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${number}/${number}`),
];

/** Reads coordinates from a map's link, or typed as `40.9903, 29.0290`; undefined where there are none. */
export function readCoordinates(text: string): Coordinates | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text.trim());
    const latitude = Number(match?.[1]);
    const longitude = Number(match?.[2]);
    if (match && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude };
  }
  return undefined;
}

/** A link to typed coordinates; any other text stays. */
export function toMapLink(text: string): string {
  const at = /^[-\d.,;\s]+$/.test(text.trim()) ? readCoordinates(text) : undefined;
  return at ? `https://www.google.com/maps?q=${at.latitude},${at.longitude}` : text;
}

/** The address on a map: the owner's link, or a search for the address; undefined without either. */
export function mapUrl({ map_url, address, city }: { map_url: string; address: string; city: string }) {
  if (map_url) return map_url;
  if (!address) return undefined;
  const place = address.includes(city) ? address : `${address}, ${city}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}
