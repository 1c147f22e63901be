interface FilterProps {
  label: string
  value: string
  /** What is chosen at first: all of them. */
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
