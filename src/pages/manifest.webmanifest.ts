import { getSite } from '../web/layouts/site.store.ts';

/** Name and icons of the site on a phone's home screen. */
export async function GET(): Promise<Response> {
  const site = await getSite();
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' });
  return Response.json({
    name: site.name,
    short_name: site.name,
    lang: 'tr',
    start_url: '/',
    display: 'browser',
    background_color: '#fdf9f2',
    theme_color: '#fdf9f2',
    icons: [icon(192), icon(512), { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  });
}
