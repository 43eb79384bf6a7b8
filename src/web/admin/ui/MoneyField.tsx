import { useStore } from '@nanostores/react';
import { describeMoney, parseMoneyInput } from '../../../shared/moneyInput.ts';
import type { EditForm } from '../../ui/editForm.ts';
import { Field } from '../../ui/Field.tsx';

type TextName<V> = { [K in keyof V]: V[K] extends string ? K : never }[keyof V] & string;

interface Props<V extends Record<string, unknown>> {
  form: Pick<EditForm<V>, '$form' | 'set'>;
  name: TextName<V>;
  label: string;
}

/** An amount as people type it; below it stands what was understood, and nothing typed is taken away. */
export function MoneyField<V extends Record<string, unknown>>({ form, name, label }: Props<V>) {
  const { values, problem, sending } = useStore(form.$form);
  const typed = values[name] as string;
  const money = parseMoneyInput(typed);
  const understood = 'kurus' in money ? describeMoney(money.kurus) : typed.trim() && money.problem;
  return (
    <Field
      label={label}
      name={name}
      value={typed}
      error={problem.fields[name]}
      hint={understood || 'Örneğin 1.250 ya da 1.250,50'}
      inputMode="decimal"
      autoComplete="off"
      readOnly={sending}
      onChange={(event) => form.set(name, event.target.value as V[TextName<V>])}
    />
  );
}
