import { expect, test, vi } from 'vitest';
import { whenNearby } from '../../src/web/ui/whenNearby.ts';
import { openWindow } from './browser.ts';

test.each([
  ['focused', () => element.dispatchEvent(new Event('focusin'))],
  ['back online', () => dispatchEvent(new Event('online'))],
])(
  'a load that failed while connected is tried again when its element is %s, and once it came no more',
  async (_, act) => {
    element = new EventTarget();
    openWindow();
    vi.stubGlobal('navigator', { onLine: true });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        disconnect = () => {};
        see: (entries: object[]) => void;
        constructor(see: (entries: object[]) => void) {
          this.see = see;
        }
        observe() {
          this.see([{ isIntersecting: true }]);
        }
      },
    );
    let tries = 0;
    whenNearby(element as Element, async () => {
      tries += 1;
      if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    });
    for (const expected of [1, 2, 3, 3]) {
      await new Promise((resolve) => setTimeout(resolve));
      expect(tries).toBe(expected);
      act();
    }
  },
);

let element = new EventTarget();
