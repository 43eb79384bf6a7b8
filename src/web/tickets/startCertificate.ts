import { formatDay } from '../../shared/format.ts';
import { readKey, startLinkPage, stateOfCode } from '../ui/linkPage.ts';
import { checkNumber } from './tickets.store.ts';

/** Says in words whether the number of the address is that of one of our certificates. */
export function startCertificate(sheet: HTMLElement): void {
  const find = (selector: string) => sheet.querySelector(selector) as HTMLElement;
  const load = async () => {
    const found = await checkNumber(readKey(location.pathname));
    // Initials stay on one line.
    find('[data-initials]').textContent = found.initials.replaceAll(' ', '\u00a0');
    find('[data-title]').textContent = found.event_title;
    find('[data-day]').textContent = formatDay(found.date);
  };
  startLinkPage(sheet, load, stateOfCode);
}
