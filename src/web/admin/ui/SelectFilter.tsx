interface Props {
  label: string;
  value: string;
  /** Value and what stands for it; the first one is 'everything'. */
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** One filter of a list as a choice. Its name is for ears: the choices speak for themselves. */
export function SelectFilter({ label, value, options, onChange }: Props) {
  return (
    <select className="in" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </select>
  );
}
