import { formatDay } from '../../shared/format.ts';
import { CallError } from '../http.ts';
import { checkNumber } from './tickets.store.ts';

type State = 'loading' | 'failed' | 'unknown' | 'open';

/** The number of `/belge/{number}`. */
const readNumber = (path: string): string => (path.split('/')[2] ?? '').slice(0, 200);

/** Says in words whether the number of the address is that of one of our certificates. */
export function startCertificate(sheet: HTMLElement): void {
  const number = readNumber(location.pathname);
  const find = (selector: string) => sheet.querySelector(selector) as HTMLElement;
  const show = (state: State) => {
    for (const part of sheet.querySelectorAll<HTMLElement>('[data-state]')) part.hidden = part.dataset.state !== state;
  };
  const load = async () => {
    show('loading');
    try {
      const found = await checkNumber(number);
      find('[data-initials]').textContent = found.initials;
      find('[data-title]').textContent = found.event_title;
      find('[data-day]').textContent = formatDay(found.date);
      show('open');
    } catch (error) {
      const status = error instanceof CallError ? error.status : 0;
      find('[data-problem]').textContent =
        status === 429
          ? 'Çok sayıda yanlış numara denendi. Bir saat sonra yeniden deneyin.'
          : 'Belge sorgulanamadı. İnternetinizi kontrol edip yeniden deneyin.';
      show(status === 404 ? 'unknown' : 'failed');
    }
  };
  find('[data-retry]').addEventListener('click', load);
  void load();
}
