import { type RefCallback, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Width that a table needs for so many columns of 16 px text: eight fit into a window of 1280 px, fewer than six into
 * one of 768.
 */
export function tableWidthPx(columns: number): number {
  if (columns >= 8) return 900;
  return columns >= 6 ? 760 : 660;
}

/** Whether a table has less room than that, or than its words turn out to need, and shows its rows as cards. */
export function useCards(room: number): { ref: RefCallback<HTMLTableElement>; className: string; cards: boolean } {
  const [cards, setCards] = useState(false);
  const ref = useCallback(
    (table: HTMLTableElement | null) => {
      const panel = table?.parentElement;
      if (!panel) return undefined;
      // Width of the table when its words did not break far enough to stay inside the panel.
      let needed = 0;
      const fits = () => {
        const { paddingLeft, paddingRight } = getComputedStyle(panel);
        const textPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
        const free = panel.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        if (table.offsetWidth > Math.ceil(free)) needed = table.offsetWidth;
        return free >= Math.max(needed, (room * textPx) / 16);
      };
      setCards(!fits());
      // Synchronous, or one frame would show the wrong layout.
      const observer = new ResizeObserver(() => flushSync(() => setCards(!fits())));
      observer.observe(panel);
      observer.observe(table);
      return () => observer.disconnect();
    },
    [room],
  );
  return { ref, cards, className: cards ? 'tbl tbl--cards' : 'tbl' };
}
