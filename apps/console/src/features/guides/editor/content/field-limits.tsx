import { Field } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { FormField } from '../../draft/draft.ts'

/** The limits of an answer, by the kind of the field. */
const LIMITS = {
  number: ['min', 'max'],
  multiple_choice: ['min', 'max'],
  date: ['earliest', 'latest'],
  text: ['max_length'],
  paragraph: ['max_length'],
} as const satisfies Partial<Record<FormField['kind'], readonly (keyof FormField)[]>>

/** The longest answer that is words. */
const MAX_ANSWER = 10_000

interface FieldLimitsProps {
  field: FormField
  wrong(name: string): string | undefined
  onChange(field: FormField): void
}

/** The limits of a number, a day, a choice or a text. Empty ones do not apply. */
export function FieldLimits({ field, wrong, onChange }: FieldLimitsProps) {
  const { t } = useI18n()
  const { kind } = field
  if (!(kind in LIMITS)) return null
  // The line above leaves the kinds that have limits.
  const names = LIMITS[kind as keyof typeof LIMITS]
  const isDay = kind === 'date'
  const isCount = kind !== 'number'
  const set = (name: (typeof names)[number], text: string) => {
    const { [name]: _before, ...rest } = field
    const number = isCount ? Math.min(MAX_ANSWER, Math.max(1, Math.round(Number(text)))) : Number(text)
    onChange(text === '' ? rest : { ...rest, [name]: isDay ? text : number })
  }
  return (
    <div className="pair">
      {names.map((name) => (
        <Field
          key={name}
          label={t(
            kind === 'multiple_choice' ? `editor.limit.${name === 'min' ? 'fewest' : 'most'}` : `editor.limit.${name}`,
          )}
          wrong={wrong(name)}
        >
          {(own) => (
            <input
              className="input"
              type={isDay ? 'date' : 'number'}
              step={isDay || isCount ? undefined : 'any'}
              min={isCount && !isDay ? 1 : undefined}
              {...own}
              value={field[name] ?? ''}
              onChange={({ target: { value } }) => set(name, value)}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
