import { useStore } from '@nanostores/react';
import type { Filters } from '../list.store.ts';

export type Options = readonly (readonly [value: string, label: string])[];

interface Props {
  label: string;
  value: string;
  /** The first one stands for no choice. */
  options: Options;
  onChange: (value: string) => void;
}

export const renderOptions = (options: Options) =>
  options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

/** A choice above a list; its label is only read out. */
export function Select({ label, value, options, onChange }: Props) {
  return (
    <select className="in" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {renderOptions(options)}
    </select>
  );
}

interface FilterProps<F> {
  filters: Filters<F>;
  name: keyof F & string;
  label: string;
}

/** One filter of a list as a choice. */
export function SelectFilter<F extends Record<string, string>>({
  filters,
  name,
  ...rest
}: FilterProps<F> & { options: Options }) {
  const value = useStore(filters.$filters)[name] as string;
  return <Select {...rest} value={value} onChange={(next) => filters.set({ [name]: next } as Partial<F>)} />;
}

/** One filter of a list as a date; `min` and `max` name the filters that bound it. */
export function DateFilter<F extends Record<string, string>>({
  filters,
  name,
  label,
  min,
  max,
}: FilterProps<F> & { min?: keyof F; max?: keyof F }) {
  const all = useStore(filters.$filters);
  return (
    <label className="filters__day">
      {label}
      <input
        className="in"
        type="date"
        value={all[name]}
        min={(min && all[min]) || undefined}
        max={(max && all[max]) || undefined}
        onChange={(event) => filters.set({ [name]: event.target.value } as Partial<F>)}
      />
    </label>
  );
}
