import { useI18n } from '../../i18n/i18n.ts'

interface ChoiceProps<V extends string> {
  label: string
  value: string
  /** Options with their counts, if known. */
  options: readonly { value: V; text: string; count?: number | undefined }[]
  onChange(value: V): void
}

/** A filter of a list whose few values stand beside each other. */
export function Choice<V extends string>({ label, value, options, onChange }: ChoiceProps<V>) {
  const { number } = useI18n()
  return (
    <fieldset className="seg">
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
          {option.count !== undefined && ` ${number(option.count)}`}
        </button>
      ))}
    </fieldset>
  )
}
