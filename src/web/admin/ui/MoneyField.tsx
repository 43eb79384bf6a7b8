import { describeMoney, parseMoneyInput } from '../../../shared/moneyInput.ts';
import { Field } from '../../ui/Field.tsx';
import { type Bound, useField } from './FormFields.tsx';

/** An amount as people type it; below it stands what was understood, and nothing typed is taken away. */
export function MoneyField<V extends Record<string, unknown>>({
  form,
  name,
  label,
}: Pick<Bound<V>, 'form' | 'name' | 'label'>) {
  const field = useField(form, name);
  const money = parseMoneyInput(field.value);
  const understood = 'kurus' in money ? describeMoney(money.kurus) : field.value.trim() && money.problem;
  return (
    <Field
      {...field}
      label={label}
      hint={understood || 'Örneğin 1.250 ya da 1.250,50'}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
