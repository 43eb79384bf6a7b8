import { type RefCallback, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/** Room in px that a table needs for so many columns: what a window of 768 px leaves is enough for a few. */
export const tableWidthPx = (columns: number): number => (columns >= 6 ? 760 : 660);

/** Whether a table shows its rows as cards: where what it stands in leaves it less room than it needs. */
export function useCards(room: number): { ref: RefCallback<HTMLTableElement>; className: string; cards: boolean } {
  const [cards, setCards] = useState(false);
  const ref = useCallback(
    (table: HTMLTableElement | null) => {
      const panel = table?.parentElement;
      if (!panel) return undefined;
      const fits = () => {
        const { paddingLeft, paddingRight } = getComputedStyle(panel);
        return panel.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) >= room;
      };
      setCards(!fits());
      // At once: a frame of the other shape would be seen.
      const observer = new ResizeObserver(() => flushSync(() => setCards(!fits())));
      observer.observe(panel);
      return () => observer.disconnect();
    },
    [room],
  );
  return { ref, cards, className: cards ? 'tbl tbl--cards' : 'tbl' };
}
