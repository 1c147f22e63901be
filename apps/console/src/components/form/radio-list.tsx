import { type ReactNode, useId } from 'react'

interface RadioOption<V extends string> {
  value: V
  text: string
  /** What belongs to the option, such as a choice within it. */
  beside?: ReactNode
  isDisabled?: boolean
}

interface RadioListProps<V extends string> {
  legend: string
  value: V
  options: readonly RadioOption<V>[]
  wrong?: string | undefined
  onChange(value: V): void
}

/** A choice of one option, each in a row of its own. */
export function RadioList<V extends string>({ legend, value, options, wrong, onChange }: RadioListProps<V>) {
  const id = useId()
  return (
    <fieldset className="radio-list" aria-describedby={wrong ? `${id}-wrong` : undefined}>
      <legend>{legend}</legend>
      <div className="radio-rows">
        {options.map(({ value: one, text, beside, isDisabled = false }) => (
          <div key={one} className="radio-row">
            <label>
              <input
                type="radio"
                name={id}
                value={one}
                checked={one === value}
                disabled={isDisabled}
                onChange={() => onChange(one)}
              />
              <span>{text}</span>
            </label>
            {beside}
          </div>
        ))}
      </div>
      {wrong && (
        <p className="error" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </fieldset>
  )
}
