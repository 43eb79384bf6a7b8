import type { documentsApi } from '../../contract/documents.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readHtml, readPdf } from './reading.service.ts';

/** Nothing of a document runs or loads, and no search engine keeps it. */
const headers = {
  'x-robots-tag': 'noindex',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
};

export const documentsRoutes = (ctx: AppContext): Handlers<typeof documentsApi> => ({
  'GET /api/documents/:token': async ({ params: { token }, ip }) => {
    if (token.endsWith('.pdf')) {
      const { filename, content } = await readPdf(ctx, token.slice(0, -'.pdf'.length), ip);
      const disposition = `inline; filename="${filename}"`;
      return {
        content,
        headers: { ...headers, 'content-type': 'application/pdf', 'content-disposition': disposition },
      };
    }
    return {
      content: await readHtml(ctx, token, ip),
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    };
  },
});
