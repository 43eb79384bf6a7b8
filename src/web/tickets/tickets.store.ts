import type { Certificate } from '../../contract/tickets.ts';
import { call, toRequest } from '../http.ts';
import { paths } from '../paths.ts';
import { readToken } from '../token.ts';
import { readKeptCodes } from './keepTicketPage.ts';
import type { OpenTicket } from './openTicket.ts';

const loadTicket = async (code: string): Promise<OpenTicket> => ({
  ...(await call('GET /api/tickets/:code', { params: { code } }, { token: null })),
  code,
});

/** The codes of the order's other tickets, for its signed-in buyer; offline those of the last visit. */
async function findOthers(code: string): Promise<string[]> {
  if (!readToken()) return [];
  const orders = await call('GET /api/my-orders').catch(() => undefined);
  if (!orders) return readKeptCodes(code);
  const addresses = orders.map(({ participants }) => participants.map(({ ticket_url }) => ticket_url));
  const own = addresses.find((line) => line.includes(`${paths.ticket}/${code}`)) ?? [];
  return own.flatMap((address) => address?.split('/').at(-1) ?? []).filter((other) => other !== code);
}

/** The ticket of a code and, for the buyer, the others of its order. Throws CallError for the first. */
export async function loadTickets(code: string): Promise<OpenTicket[]> {
  const first = await loadTicket(code);
  const others = (await findOthers(code)).map((other) => loadTicket(other).catch(() => undefined));
  return [first, ...(await Promise.all(others)).flatMap((ticket) => ticket ?? [])];
}

/** Whose certificate a number is. Throws CallError, 404 where it is none of ours. */
export const checkNumber = (number: string): Promise<Certificate> =>
  call('GET /api/certificates/:number', { params: { number } }, { token: null });

export const pdfAddress = (code: string): string =>
  `${toRequest('GET /api/tickets/:code', { params: { code } }).url}.pdf`;
export const certificateAddress = (code: string): string =>
  toRequest('GET /api/tickets/:code/certificate.pdf', { params: { code } }).url;
