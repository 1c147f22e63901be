interface FilterProps {
  label: string
  value: string
  /** The label of the first option, which stands for all. */
  all: string
  options: readonly (readonly [value: string, text: string])[]
  onChange(value: string): void
}

/** A filter of a list. */
export function Filter({ label, value, all, options, onChange }: FilterProps) {
  return (
    <select className="input" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  )
}
