import type { ticketsApi } from '../../contract/tickets.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { makeCertificatePdf, makeTicketPdf } from './ticketPdfs.service.ts';
import { checkCertificate, readTicket } from './ticketView.service.ts';

/** No search engine keeps a PDF, and nothing tells its address to others. */
const headers = (filename: string) => ({
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'content-disposition': `inline; filename="${filename}.pdf"`,
});

export const ticketsRoutes = (ctx: AppContext): Handlers<typeof ticketsApi> => ({
  'GET /api/tickets/:code': ({ params: { code }, ip }) => readTicket(ctx, code, ip),
  'GET /api/tickets/:code/ticket.pdf': async ({ params: { code }, ip }) => ({
    content: new Uint8Array(await makeTicketPdf(ctx, code, ip)),
    headers: headers('bilet'),
  }),
  'GET /api/tickets/:code/certificate.pdf': async ({ params: { code }, ip }) => ({
    content: new Uint8Array(await makeCertificatePdf(ctx, code, ip)),
    headers: headers('katilim-belgesi'),
  }),
  'GET /api/certificates/:number': ({ params: { number }, ip }) => checkCertificate(ctx, number, ip),
});
