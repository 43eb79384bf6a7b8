// Entry of the bundled server code, in place of the one `astro build` uses: lists and renders the site's pages.

import { StaticPaths } from 'astro:static-paths';
import { App } from 'astro/app';
import { createApp } from 'astro/app/entrypoint';

const { manifest } = createApp({ streaming: false });
let app = openApp();

function openApp(): App {
  // Astro keeps the paths of routes for each manifest.
  const opened = new App({ ...manifest }, false);
  // By default Astro answers an error with the 500 page and hides the reason; a release must fail with it.
  opened.renderError = async (_request, { status, error, response }) => {
    if (error) throw error;
    return response ?? new Response(null, { status });
  };
  return opened;
}

/** Forgets the paths that routes listed before. */
export function reopen(): void {
  app = openApp();
}

/** Lists the pages of all routes. */
export const listPaths = () => new StaticPaths(app).getAll();

/** Lists the pages of the routes that may have this address. */
export function listPathsLike(pathname: string) {
  const routes = app.manifest.routes.filter(({ routeData }) => routeData.pattern.test(pathname));
  return new StaticPaths({ manifest: { ...app.manifest, routes } }).getAll();
}

export const render: App['render'] = (request, options) => app.render(request, options);
