import { useStore } from '@nanostores/react';
import type { ComponentPropsWithoutRef } from 'react';
import type { EditForm } from '../../ui/editForm.ts';
import { Field, SelectField, TextField } from '../../ui/Field.tsx';
import { type Options, renderOptions } from './filters.tsx';

/** Names of the fields that hold a `T`. */
type NameOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string;

export interface BoundProps<V extends Record<string, unknown>> {
  form: Pick<EditForm<V>, '$form' | 'set'>;
  name: NameOf<V, string>;
  label: string;
  hint?: string;
  optional?: boolean;
}

/** The props that every field begins with: its form, its name, and the label that the screen gives it. */
export const bindFields =
  <V extends Record<string, unknown>, L extends Partial<Record<keyof V, string>>>(
    form: BoundProps<V>['form'],
    labels: L,
  ) =>
  <N extends keyof L & string>(name: N) => ({ form, name, label: labels[name] as string });

/** What a control needs of the field of this name. */
export function useField<V extends Record<string, unknown>>(form: BoundProps<V>['form'], name: NameOf<V, string>) {
  const { values, problem, sending } = useStore(form.$form);
  return {
    name,
    value: values[name] as string,
    error: problem.fields[name],
    readOnly: sending,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value as V[NameOf<V, string>]),
  };
}

/** A one-line field bound to its form. Input that `accepts` refuses is not typed at all. */
export function FormField<V extends Record<string, unknown>>({
  form,
  name,
  accepts,
  ...rest
}: BoundProps<V> & { accepts?: (value: string) => boolean } & Omit<
    ComponentPropsWithoutRef<'input'>,
    'form' | 'name'
  >) {
  const { onChange, ...field } = useField(form, name);
  return (
    <Field {...rest} {...field} onChange={(event) => (!accepts || accepts(event.target.value)) && onChange(event)} />
  );
}

export function FormText<V extends Record<string, unknown>>({
  form,
  name,
  ...rest
}: BoundProps<V> & Omit<ComponentPropsWithoutRef<'textarea'>, 'form' | 'name'>) {
  return <TextField {...rest} {...useField(form, name)} />;
}

export function FormSelect<V extends Record<string, unknown>>({
  form,
  name,
  options,
  ...rest
}: BoundProps<V> & { options: Options }) {
  const { readOnly, ...field } = useField(form, name);
  return (
    <SelectField {...rest} {...field} disabled={readOnly}>
      {renderOptions(options)}
    </SelectField>
  );
}

export function FormCheck<V extends Record<string, unknown>>({
  form,
  name,
  label,
}: Pick<BoundProps<V>, 'form' | 'label'> & { name: NameOf<V, boolean> }) {
  const { values, sending } = useStore(form.$form);
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={values[name] as boolean}
        disabled={sending}
        onChange={(event) => form.set(name, event.target.checked as V[typeof name])}
      />
      <span>{label}</span>
    </label>
  );
}
