import { calendarFile } from '../../shared/calendar.ts';
import { startLinkPage, stateOfCode } from '../ui/linkPage.ts';
import { saveFile } from '../ui/saveFile.ts';
import { createTicket } from './fillTicket.ts';
import { keepTicketPage } from './keepTicketPage.ts';
import { type OpenTicket, readCode } from './openTicket.ts';
import { loadTickets, pdfAddress } from './tickets.store.ts';

const countWords = ['', '', 'İki', 'Üç', 'Dört', 'Beş', 'Altı', 'Yedi', 'Sekiz', 'Dokuz', 'On'];

/** Shows the ticket of the address and, to the buyer, the others of its order, and keeps the page for no network. */
export function startTicket(page: HTMLElement): void {
  const code = readCode(location.pathname);
  const find = (selector: string) => page.querySelector(selector) as HTMLElement;
  const row = find('.tix__row');
  let tickets: OpenTicket[] = [];

  const choose = (index: number) => {
    const ticket = tickets[index];
    if (ticket) (find('[data-pdf]') as HTMLAnchorElement).href = pdfAddress(ticket.code);
    for (const [at, dot] of [...find('.tix__dots').children].entries()) {
      if (at === index) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    }
  };
  const createDot = (index: number) => {
    const dot = document.createElement('button');
    Object.assign(dot, { type: 'button', ariaLabel: `${index + 1}. bilet` });
    dot.addEventListener('click', () => {
      row.children[index]?.scrollIntoView({ block: 'nearest', inline: 'center' });
      choose(index);
    });
    return dot;
  };
  const fill = () => {
    const template = find('template') as HTMLTemplateElement;
    row.replaceChildren(...tickets.map((ticket) => createTicket(template, ticket)));
    const isFamily = tickets.length > 1;
    find('.tix__head h1').textContent = isFamily ? 'Biletleriniz' : 'Biletiniz';
    find('.kicker').textContent = isFamily ? `${countWords[tickets.length] ?? tickets.length} kişilik` : 'Tek kişilik';
    for (const part of [find('.tix__swipe'), find('.tix__dots')]) part.hidden = !isFamily;
    find('.tix__dots').replaceChildren(...tickets.map((_, index) => createDot(index)));
    find('[data-calendar]').hidden = tickets.every(({ state }) => state === 'cancelled');
    choose(0);
  };
  const load = async () => {
    tickets = await loadTickets(code);
    fill();
    void keep();
  };
  const keep = async () => {
    find('.tix__off').hidden = !(await keepTicketPage(code, tickets).catch(() => false));
  };

  row.addEventListener('scroll', () => {
    const middle = row.scrollLeft + row.clientWidth / 2;
    const sheets = [...row.children] as HTMLElement[];
    const distance = ({ offsetLeft, offsetWidth }: HTMLElement) =>
      Math.abs(offsetLeft - row.offsetLeft + offsetWidth / 2 - middle);
    choose(sheets.findIndex((sheet) => sheets.every((other) => distance(sheet) <= distance(other))));
  });
  find('[data-print]').addEventListener('click', () => print());
  find('[data-calendar]').addEventListener('click', () => {
    const [ticket] = tickets.filter(({ state }) => state !== 'cancelled');
    if (!ticket) return;
    const { calendar_uid: uid, event_title: title, date, time, duration_minutes, location: place, sequence } = ticket;
    const entry = { uid, title, date, time, duration_minutes, location: place, sequence };
    saveFile('atolye.ics', calendarFile([entry], new Date()), 'text/calendar');
  });
  startLinkPage(page, load, stateOfCode);
}
