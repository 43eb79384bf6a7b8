import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { user } from '../ui/icons.ts';
import type { CartLine } from './cart.ts';
import { $names, setName } from './checkout.store.ts';
import { nameAt, nameMissing } from './checkout.ts';

interface Props {
  line: CartLine;
  /** The buyer's own name, offered where a box is free. */
  own: string;
  /** The first empty box of the whole dialog, once sending was tried. */
  first: { id: string; index: number } | undefined;
  tried: boolean;
  /** Id of the list of names to offer. */
  list: string;
}

/** The boxes of one event. */
export function SeatNames({ line, own, first, tried, list }: Props) {
  const names = useStore($names);
  const group = useRef<HTMLFieldSetElement>(null);
  const boxes = Array.from({ length: line.quantity }, (_, index) => index);
  const free = boxes.find((index) => !nameAt(names, line.id, index));
  const offersOwn = own && free !== undefined && !boxes.some((index) => nameAt(names, line.id, index) === own);

  function errorAt(index: number): string | undefined {
    if (!tried || nameAt(names, line.id, index)) return undefined;
    return first?.id === line.id && first.index === index ? nameMissing : 'Bu katılımcının adını yazın.';
  }

  function fillOwn(index: number) {
    setName(line.id, index, own);
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
          list={list}
          required
        />
      ))}
      {offersOwn && (
        <button type="button" className="link" onClick={() => fillOwn(free)}>
          <Icon of={user} />
          Kendi adımı yaz: {own}
        </button>
      )}
    </fieldset>
  );
}
