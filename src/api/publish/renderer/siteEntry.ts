// Entry of the bundled server code, in place of the one `astro build` uses: lists and renders the site's pages.

import { StaticPaths } from 'astro:static-paths';
import { createApp } from 'astro/app/entrypoint';

const app = createApp({ streaming: false });
// By default Astro answers an error with the 500 page and hides the reason; a release must fail with it.
app.renderError = async (_request, { status, error, response }) => {
  if (error) throw error;
  return response ?? new Response(null, { status });
};

export const listPaths = () => new StaticPaths(app).getAll();

export const render: typeof app.render = (request, options) => app.render(request, options);
