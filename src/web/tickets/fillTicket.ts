import encodeQR from 'qr';
import { ticketDue } from '../../contract/tickets.texts.ts';
import { formatClock, formatDay, formatLira } from '../../shared/format.ts';
import { hoursOf } from '../../shared/hours.ts';
import { createPicture } from '../ui/createPicture.ts';
import type { OpenTicket } from './openTicket.ts';
import { certificateAddress } from './tickets.store.ts';

const svgNames = 'http://www.w3.org/2000/svg';
/** Modules of white around the code; the sheet's white goes on. */
const border = 2;

/** The code alone as a QR code, dark on white. */
function createQr(code: string): SVGElement {
  const modules = encodeQR(code, 'raw', { ecc: 'medium', border });
  const size = modules.length;
  const dark = modules.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  const create = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS(svgNames, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const attributes = { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': 'Biletin karekodu' };
  const qr = create('svg', { class: 'qr', 'shape-rendering': 'crispEdges', ...attributes });
  qr.append(
    create('path', { class: 'qr__ground', d: `M0 0h${size}v${size}H0z` }),
    create('path', { class: 'qr__ink', d: dark.join('') }),
  );
  return qr;
}

/** Makes a ticket of the template of the page. */
export function createTicket(template: HTMLTemplateElement, ticket: OpenTicket): HTMLElement {
  const sheet = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  const find = (selector: string) => sheet.querySelector(selector) as HTMLElement;
  const fill = (name: string, text: string) => {
    find(`[data-${name}]`).textContent = text;
  };
  find('.bilet__top').prepend(createPicture(ticket.image, '22.5rem'));
  fill('title', ticket.event_title);
  fill('day', formatDay(ticket.date));
  fill('hours', hoursOf(ticket));
  fill('place', ticket.location);
  fill('name', ticket.name);
  fill('code', ticket.code.replace(/(.{4})(?=.)/g, '$1 '));
  if (!ticket.name) find('.bilet__name').remove();
  find('.qrbox').prepend(createQr(ticket.code));
  sheet.classList.toggle('bilet--out', ticket.state === 'cancelled');
  for (const part of sheet.querySelectorAll<HTMLElement>('[data-for]'))
    if (part.dataset.for !== ticket.state) part.remove();
  if (ticket.state === 'unpaid') fill('open', formatLira(ticket.open));
  if (ticket.state === 'used' && ticket.open) fill('due', `${ticketDue}: ${formatLira(ticket.open)}`);
  if (ticket.checked_in_at && ticket.state === 'used') fill('entry', `Giriş ${formatClock(ticket.checked_in_at)}`);
  const certificate = find('.bilet__certificate') as HTMLAnchorElement;
  if (ticket.certificate) certificate.href = certificateAddress(ticket.code);
  else certificate.remove();
  return sheet;
}
