import type { KeyboardEvent, PointerEvent } from 'react';
import { focusOf, readFocus } from '../../../shared/pictures.ts';

interface Props {
  /** Address of the whole picture: stored, or of a file that is not uploaded yet. */
  src: string;
  /** 'Görsel', '2. görsel'. */
  label: string;
  /** `x,y` in per cent. */
  value: string;
  locked: boolean;
  onChange: (focus: string) => void;
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-10, 0],
  ArrowRight: [10, 0],
  ArrowUp: [0, -10],
  ArrowDown: [0, 10],
};

/** Chooses the point of a picture that stays visible when it is cropped, by a press on the picture or arrow keys. */
export function FocusField({ src, label, value, locked, onChange }: Props) {
  const [x, y] = readFocus(value);
  const point = (event: PointerEvent<HTMLElement>) => {
    if (locked || (event.type === 'pointermove' && !event.buttons)) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange(focusOf(((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100));
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || locked) return;
    event.preventDefault();
    onChange(focusOf(x + step[0], y + step[1]));
  };
  return (
    <div className="focus" onPointerDown={point} onPointerMove={point}>
      <img src={src} alt="" draggable={false} />
      <button
        type="button"
        className="focus__point"
        aria-label={`${label}, kesilince görünen yer: soldan %${x}, üstten %${y}. Ok tuşlarıyla değiştirin`}
        title="Kesilince görünen yer"
        disabled={locked}
        style={{ left: `${x}%`, top: `${y}%` }}
        onKeyDown={press}
      />
    </div>
  );
}
