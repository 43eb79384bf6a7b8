import { type ComponentProps, useState } from 'react';
import { describeMoney, parseMoneyInput } from '../../../shared/moneyInput.ts';
import { Field } from '../../ui/Field.tsx';
import { type BoundProps, useField } from './FormFields.tsx';

/** What was understood of an amount, unless the error says it already; an example while nothing is typed. */
function hintOf(typed: string, error: string | undefined): string | undefined {
  const money = parseMoneyInput(typed);
  const understood = 'kurus' in money ? describeMoney(money.kurus) : typed.trim() && money.problem;
  return understood === error ? undefined : understood || 'Örneğin 1.250 ya da 1.250,50';
}

const attributes = { inputMode: 'decimal', autoComplete: 'off' } as const;

/** An amount as people type it; below it stands what was understood, and nothing typed is taken away. */
export function MoneyField<V extends Record<string, unknown>>({
  form,
  name,
  label,
}: Pick<BoundProps<V>, 'form' | 'name' | 'label'>) {
  const field = useField(form, name);
  return <Field {...field} {...attributes} label={label} hint={hintOf(field.value, field.error)} />;
}

/** The same in a form that keeps no values of its own. */
export function AmountField({ defaultValue, ...field }: ComponentProps<typeof Field> & { defaultValue: string }) {
  const [typed, setTyped] = useState(defaultValue);
  return (
    <Field
      {...field}
      {...attributes}
      defaultValue={defaultValue}
      hint={hintOf(typed, field.error)}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
