import { infoOf } from './pages.ts';

const [top, bottom] = [4, 90];
const gap = 3;

/** A small map of a page; the band of `part` is red. */
export function Sketch({ name, part }: { name: string; part?: string }) {
  const { bands } = infoOf(name);
  const heights = bands.reduce((sum, { height }) => sum + height, 0);
  const scale = (bottom - top - gap * (bands.length - 1)) / heights;
  let y = top;
  return (
    <svg className="sketch" viewBox="0 0 76 94" aria-hidden="true">
      {bands.map((band) => {
        const at = y;
        y += band.height * scale + gap;
        const isHere = part !== undefined && (band.part === part || band.part === '*');
        const tone = isHere ? 'here' : band.tone;
        return (
          <rect
            key={at}
            className={`sketch__${tone}${part && !isHere ? ' sketch__rest' : ''}`}
            x="6"
            y={at}
            width="64"
            height={band.height * scale}
            rx="2"
          />
        );
      })}
    </svg>
  );
}
