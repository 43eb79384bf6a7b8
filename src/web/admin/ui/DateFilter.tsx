interface Props {
  label: string;
  /** `YYYY-MM-DD` or blank. */
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
}

/** One end of a span of days; its name stands above, for an empty field says nothing. */
export function DateFilter({ label, value, min, max, onChange }: Props) {
  return (
    <label>
      {label}
      <input
        className="in"
        type="date"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
