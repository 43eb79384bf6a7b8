import { ticketDue, ticketStates } from '../../contract/tickets.texts.ts';
import type { Ticket } from '../../contract/tickets.ts';
import { formatDay, formatLira } from '../../shared/format.ts';
import { hoursOf } from '../../shared/hours.ts';
import { cleanCode } from '../../shared/ticketCode.ts';
import type { AppContext } from '../context.ts';
import { makePdf } from '../documents/pdfThread.ts';
import type { PrintedTicket } from '../documents/ticketPdf.ts';
import { readSite } from '../site/site.service.ts';
import { readCertificate, readTicket } from './ticketView.service.ts';

function toPrinted(ticket: Ticket, code: string): PrintedTicket {
  const { event_title: title, date, location, name, state, open, certificate } = ticket;
  const due = open && (state === 'unpaid' ? ` · ${formatLira(open)}` : ` ${ticketDue}: ${formatLira(open)}`);
  return {
    title,
    facts: [
      ['Gün', formatDay(date)],
      ['Saat', hoursOf(ticket)],
      ['Yer', location],
      ...(certificate ? [['Belge no', certificate] as [string, string]] : []),
    ],
    name,
    code,
    state: `${ticketStates[state]}${due || ''}`,
    isCancelled: state === 'cancelled',
  };
}

/** One PDF of several tickets as they are handed out: whether a seat is paid is seen when its code is. */
export const makeTicketsPdf = (ctx: AppContext, tickets: { code: string; ticket: Ticket }[]): Promise<Buffer> =>
  makePdf(
    { tickets: tickets.map(({ code, ticket }) => ({ ...toPrinted(ticket, code), state: 'Kapıda bu kodu gösterin' })) },
    tickets.length > 1 ? 'Biletler' : 'Bilet',
    ctx.clock(),
  );

/** The PDF of a ticket as it is now. Throws as `readTicket`. */
export async function makeTicketPdf(ctx: AppContext, code: string, ip: string): Promise<Buffer> {
  const ticket = await readTicket(ctx, code, ip);
  return makePdf({ tickets: [toPrinted(ticket, cleanCode(code))] }, `Bilet: ${ticket.event_title}`, ctx.clock());
}

/** The certificate of a ticket as a PDF. Throws as `readCertificate`. */
export async function makeCertificatePdf(ctx: AppContext, code: string, ip: string): Promise<Buffer> {
  const { ticket, number } = await readCertificate(ctx, code, ip);
  const { name: practice } = await readSite(ctx.db);
  const { event_title: title, date, name } = ticket;
  const when = `${formatDay(date)} günü ${hoursOf(ticket)} saatlerinde`;
  const address = `${ctx.env.siteUrl}/belge/${number}`;
  const certificate = { practice, name, title, when, number, address };
  return makePdf({ certificate }, `Katılım belgesi: ${title}`, ctx.clock());
}
