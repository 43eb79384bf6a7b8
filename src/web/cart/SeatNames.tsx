import { useStore } from '@nanostores/react';
import { Fragment, useRef } from 'react';
import { orderTexts } from '../../contract/orders.texts.ts';
import type { OrderPreview } from '../../contract/orders.ts';
import { Field } from '../ui/Field.tsx';
import { Icon } from '../ui/Icon.tsx';
import { plus } from '../ui/icons.ts';
import type { CartLine } from './cart.ts';
import { $checkout, $names, setName } from './checkout.store.ts';
import { participantName, suggestNames } from './checkout.ts';

interface Props {
  line: CartLine;
  /** Names to suggest, the buyer's own first. */
  known: string[];
  /** Seats of the whole dialog without a name; none before the first submit. */
  empty: { id: string; index: number }[];
  /** What the product asks for each seat. */
  question: OrderPreview['lines'][number]['question'];
  answers: string[];
  /** As `empty`, of seats without a required answer. */
  unanswered: { id: string; index: number }[];
  onAnswer: (index: number, answer: string) => void;
}

export function SeatNames({ line, known, empty, question, answers, unanswered, onAnswer }: Props) {
  const names = useStore($names);
  // What is typed while an order is sent would not be in it.
  const { sending } = useStore($checkout);
  const group = useRef<HTMLFieldSetElement>(null);
  const seats = Array.from({ length: line.quantity }, (_, index) => index);
  const free = seats.find((index) => !participantName(names, line.id, index));
  const suggestions = free === undefined ? [] : suggestNames(names, known, line.id);

  function errorAt(index: number): string | undefined {
    const place = empty.findIndex((seat) => seat.id === line.id && seat.index === index);
    if (place < 0) return undefined;
    return place === 0 ? orderTexts.namesMissing : 'Bu katılımcının adını yazın.';
  }

  function fill(index: number, name: string) {
    setName(line.id, index, name);
    group.current?.querySelectorAll<HTMLInputElement>('input[data-name]')[index]?.focus();
  }

  return (
    <fieldset className="seats-of" ref={group}>
      <legend>{line.title}</legend>
      {seats.map((index) => (
        <Fragment key={index}>
          <Field
            label={`Katılımcı-${index + 1} Ad Soyad`}
            data-name
            value={names[line.id]?.[index] ?? ''}
            onChange={(event) => setName(line.id, index, event.target.value)}
            readOnly={sending}
            error={errorAt(index)}
            maxLength={120}
            autoComplete="off"
            autoCapitalize="words"
            required
          />
          {question && (
            <Field
              label={line.quantity > 1 ? `${question.text} (Katılımcı-${index + 1})` : question.text}
              optional={question.kind !== 'required'}
              value={answers[index] ?? ''}
              onChange={(event) => onAnswer(index, event.target.value)}
              readOnly={sending}
              error={unanswered.some((seat) => seat.index === index) ? orderTexts.answerMissing : undefined}
              maxLength={300}
              autoComplete="off"
              required={question.kind === 'required'}
            />
          )}
        </Fragment>
      ))}
      {question && (
        <p className="fine">
          Yanıt yalnızca bu atölye için kullanılır, şifrelenerek saklanır ve atölyeden 30 gün sonra silinir.
        </p>
      )}
      {free !== undefined && suggestions.length > 0 && (
        <div className="offers">
          {suggestions.map((name) => (
            <button
              key={name}
              type="button"
              className="offer"
              aria-label={`${name} adını yaz`}
              onClick={() => sending || fill(free, name)}
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
