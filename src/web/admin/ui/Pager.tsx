import { useEffect, useRef } from 'react';
import { formatNumber } from '../../../shared/format.ts';
import { IconButton } from './IconButton.tsx';
import { left, right } from './icons.ts';

interface Props {
  /** What the pages are of, where a screen has several lists. */
  label?: string | undefined;
  total: number;
  page: number;
  size: number;
  /** The noun with its ablative: `üründen` makes '12 üründen 1–6'. */
  of: string;
  onPage: (page: number) => void;
}

/** The pages that get a button: first, last, current and its neighbours; 0 is a gap. */
export function pagesShown(page: number, last: number): number[] {
  const near = [1, page - 1, page, page + 1, last].filter((item) => item >= 1 && item <= last);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((item, index) => (index > 0 && item - (shown[index - 1] as number) > 1 ? [0, item] : [item]));
}

/** Says which rows are shown and links the other pages. */
export function Pager({ label = 'Sayfalar', total, page, size, of, onPage }: Props) {
  const last = Math.max(1, Math.ceil(total / size));
  const nav = useRef<HTMLElement>(null);
  const shown = useRef(page);
  // Another page is read from its first row, which may be far above the button.
  useEffect(() => {
    const list = nav.current?.previousElementSibling;
    if (shown.current !== page && list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
    shown.current = page;
  }, [page]);
  if (total === 0) return null;
  const from = Math.min((page - 1) * size + 1, total);
  return (
    <nav ref={nav} className="pager" aria-label={label}>
      <span role="status">
        {formatNumber(total)} {of} {formatNumber(from)}–{formatNumber(Math.min(page * size, total))}
      </span>
      {last > 1 && (
        <div>
          <IconButton icon={left} label="Önceki sayfa" disabled={page <= 1} onClick={() => onPage(page - 1)} />
          {pagesShown(page, last).map((item, index) =>
            item === 0 ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its place
              <span key={`gap${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={item}
                type="button"
                className="ib"
                aria-label={`${item}. sayfa`}
                aria-current={item === page ? 'page' : undefined}
                onClick={() => onPage(item)}
              >
                {item}
              </button>
            ),
          )}
          <IconButton icon={right} label="Sonraki sayfa" disabled={page >= last} onClick={() => onPage(page + 1)} />
        </div>
      )}
    </nav>
  );
}
