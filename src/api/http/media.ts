import type { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** Serves stored pictures under /media. A name always has the same content, so browsers cache it for a year. */
export function mountMedia(app: Hono, { storage }: AppContext): void {
  app.get('/media/:name', async (context) => {
    const match = /^[0-9a-f]{32}_\d{1,5}x\d{1,5}(?:-\d{1,5})?\.(avif|webp)$/.exec(context.req.param('name'));
    if (match && storage.publicUrl) {
      // For old links, mails and pages from before the public address was set.
      context.header('cache-control', 'public, max-age=86400');
      return context.redirect(`${storage.publicUrl}/${match[0]}`, 302);
    }
    const data = match && (await storage.get(match[0]));
    if (!data) throw notFound();
    return context.body(new Uint8Array(data), 200, {
      'content-type': `image/${match[1]}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      // A picture opened on its own may not run or load anything.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
  });
}
