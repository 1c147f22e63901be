import { Field } from '../../../components/form/field.tsx'

interface ColourFieldProps {
  label: string
  hint: string
  value: string
  wrong: string | undefined
  onChange(value: string): void
}

const OURS = '#0f6b5c'

/** A colour by eye or by its number. */
export function ColourField({ label, hint, value, wrong, onChange }: ColourFieldProps) {
  const valid = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <Field label={label} hint={hint} wrong={wrong}>
      {(own) => (
        <span className="colour">
          <input
            className="input"
            type="color"
            aria-label={label}
            value={valid ? value : OURS}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            className="input"
            {...own}
            value={value}
            placeholder={OURS}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  )
}
