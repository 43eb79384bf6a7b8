import type { Ticket } from '../../contract/tickets.ts';
import { toSlug } from '../../shared/slug.ts';
import { readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Attachment } from '../documents/reading.service.ts';
import type { MailTickets } from '../mail/outbox.service.ts';
import { readDoorLines } from '../orders/doorSeats.service.ts';
import { makeTicketsPdf } from './ticketPdfs.service.ts';
import { readCodes } from './tickets.service.ts';
import { seatKey, toTicketPath } from './tickets.ts';
import { readTicket } from './ticketView.service.ts';

/** What a mail shows of tickets. */
interface TicketParts {
  /** What they are for, then one link a paragraph. */
  paragraphs: string[];
  attachments: Attachment[];
}

/** The seats of a mail that stand and that nobody else took over since it was queued. */
async function readOwnSeats(db: Database, seats: MailTickets['seats'], to: string | undefined) {
  const ids = seats.map(({ order_id }) => order_id);
  const lines = await readDoorLines(db, ids);
  return seats.flatMap((seat) => {
    const found = lines.seats.get(seatKey(seat));
    // Undefined in mails of versions that did not write it.
    const isTheirs = !found?.handed_on_at || (seat.handed_on !== false && found.email === to);
    return found && found.status !== 'cancelled' && isTheirs ? { ...seat, product_id: found.product_id } : [];
  });
}

/** Whether a seat of a mail is still its reader's, also where its ticket does not open, and its event not hidden. */
export async function hasSeats(db: Database, seats: MailTickets['seats'], to: string | undefined): Promise<boolean> {
  const ids = (await readOwnSeats(db, seats, to)).map(({ product_id }) => product_id);
  return (await readSeatProducts(db, ids)).values().some(({ deleted_at }) => !deleted_at);
}

const noneLeft = 'Ayrılan yer bu arada devredildiği ya da iptal edildiği için bu e-postada bilet yok.';
const forDoor = (hasFile: boolean) =>
  hasFile
    ? 'Kapıda biletinizi gösterin: ektedir, bağlantısı da aşağıda.'
    : 'Kapıda biletinizi gösterin; bağlantısı aşağıda.';

/**
 * The tickets of a mail, read when it is sent: a queued mail holds no code. Seats that are gone or somebody else's by
 * then are left out. Where the PDF cannot be made the links stand alone.
 */
export async function readMailTickets(ctx: AppContext, mail: MailTickets, to?: string): Promise<TicketParts> {
  const codes = await readCodes(ctx.db, ctx, [...new Set(mail.seats.map(({ order_id }) => order_id))]);
  // After the codes: of a seat that is handed on in between the ended one was read.
  const own = await readOwnSeats(ctx.db, mail.seats, to);
  const found = own.flatMap((seat) => {
    const code = codes.get(seatKey(seat))?.code;
    return code ? { code, isNamed: seat.isNamed } : [];
  });
  const all = await Promise.all(found.map(async (one) => ({ ...one, ticket: await readTicket(ctx, one.code, '') })));
  const tickets = all.filter(({ ticket }) => ticket.state !== 'cancelled');
  const isOneEvent = new Set(tickets.map(({ ticket }) => ticket.event_title)).size === 1;
  const label = ({ isNamed, ticket: { event_title, name } }: (typeof tickets)[number], index: number) => {
    if (tickets.length === 1) return 'Biletiniz';
    if (!isNamed) return `${index + 1}. biletiniz`;
    return `Bilet (${isOneEvent ? name : `${name}, ${event_title}`})`;
  };
  const links = tickets.map((one, index) => `${label(one, index)}: ${ctx.env.siteUrl}${toTicketPath(one)}`);
  const attachments = mail.hasPdf && tickets.length ? await attachPdf(ctx, tickets) : [];
  // A ticket that does not open, because its key is lost, is none that was handed on.
  const words = tickets.length ? [forDoor(attachments.length > 0)] : own.length ? [] : [noneLeft];
  return { paragraphs: [...(mail.isNew ? words : []), ...links], attachments };
}

/** One PDF of the tickets; none where it cannot be made. */
async function attachPdf(ctx: AppContext, tickets: { code: string; ticket: Ticket }[]): Promise<Attachment[]> {
  try {
    const content = await makeTicketsPdf(ctx, tickets);
    // Blank for a name without Latin letters.
    const name = toSlug(tickets[0]?.ticket.name ?? '');
    const filename = tickets.length > 1 ? 'biletler.pdf' : name ? `bilet-${name}.pdf` : 'bilet.pdf';
    return [{ filename, content, contentType: 'application/pdf' }];
  } catch (error) {
    ctx.log.error({ err: error }, 'PDF of tickets could not be made');
    return [];
  }
}
