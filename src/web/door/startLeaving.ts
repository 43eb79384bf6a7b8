import { sendQueue } from './door.store.ts';
import { clearDoor, readQueue } from './doorStorage.ts';

/**
 * Asks whoever signs out with scans that were not sent whether to send them first, then removes what this browser keeps
 * of doors: a scan holds the code of its ticket, which names whose it is.
 */
export async function startLeaving(box: HTMLElement, leave: () => void): Promise<void> {
  const find = <T extends HTMLElement>(selector: string) => box.querySelector(selector) as T;
  const clearAndLeave = () => clearDoor().finally(leave);
  const { length } = await readQueue();
  if (!length) return void clearAndLeave();
  const [send, drop, problem] = [find<HTMLButtonElement>('[data-send]'), find('[data-drop]'), find('[data-problem]')];
  find('[data-count]').textContent = String(length);
  for (const part of box.querySelectorAll<HTMLElement>('[data-state]')) part.hidden = part.dataset.state !== 'unsent';
  find('[data-state=unsent] h1').focus();
  drop.addEventListener('click', clearAndLeave);
  send.addEventListener('click', async () => {
    send.disabled = true;
    problem.hidden = true;
    try {
      await sendQueue();
      await clearAndLeave();
    } catch {
      problem.hidden = false;
      send.disabled = false;
    }
  });
}
