import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { plus } from '../ui/icons.ts';
import type { CartLine } from './cart.ts';
import { $names, setName } from './checkout.store.ts';
import { nameAt, nameMissing, namesToOffer } from './checkout.ts';

interface Props {
  line: CartLine;
  /** Names to offer, the buyer's own first. */
  known: string[];
  /** The boxes of the whole dialog that were found empty; none before sending was tried. */
  empty: { id: string; index: number }[];
}

/** The boxes of one event. */
export function SeatNames({ line, known, empty }: Props) {
  const names = useStore($names);
  const group = useRef<HTMLFieldSetElement>(null);
  const boxes = Array.from({ length: line.quantity }, (_, index) => index);
  const free = boxes.find((index) => !nameAt(names, line.id, index));
  const offers = free === undefined ? [] : namesToOffer(names, known, line.id);

  function errorAt(index: number): string | undefined {
    const place = empty.findIndex((box) => box.id === line.id && box.index === index);
    if (place < 0) return undefined;
    return place === 0 ? nameMissing : 'Bu katılımcının adını yazın.';
  }

  function fill(index: number, name: string) {
    setName(line.id, index, name);
    group.current?.querySelectorAll('input')[index]?.focus();
  }

  return (
    <fieldset className="seats-of" ref={group}>
      <legend>{line.title}</legend>
      {boxes.map((index) => (
        <Field
          key={index}
          label={`Katılımcı-${index + 1} Ad Soyad`}
          value={names[line.id]?.[index] ?? ''}
          onChange={(event) => setName(line.id, index, event.target.value)}
          error={errorAt(index)}
          maxLength={120}
          autoComplete="off"
          autoCapitalize="words"
          required
        />
      ))}
      {free !== undefined && offers.length > 0 && (
        <div className="offers">
          {offers.map((name) => (
            <button
              key={name}
              type="button"
              className="offer"
              aria-label={`${name} adını yaz`}
              onClick={() => fill(free, name)}
            >
              <Icon of={plus} />
              {name}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
