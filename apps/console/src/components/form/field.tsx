import { type InputHTMLAttributes, type ReactNode, useId, useRef } from 'react'
import { useSteadyCaret } from './steady-caret.ts'

interface Labelled {
  label: string
  hint?: ReactNode
  /** The error of the field. */
  wrong?: string | undefined
}

interface FieldProps extends Labelled {
  /** Whether the label is only read out, as beside other filters. */
  isBare?: boolean | undefined
  children(props: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }): ReactNode
}

/** A label, a control and its error, associated for screen readers. */
export function Field({ label, hint, wrong, isBare, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className={isBare ? 'unseen' : 'label'} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({ id, 'aria-invalid': wrong ? true : undefined, 'aria-describedby': described || undefined })}
      {wrong && (
        <p className="error" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  )
}

interface TextProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string
  onChange(value: string): void
}

export function TextField({ label, hint, wrong, onChange, ...input }: TextProps) {
  const field = useRef<HTMLInputElement>(null)
  useSteadyCaret(field, input.value)
  return (
    <Field label={label} hint={hint} wrong={wrong}>
      {(own) => (
        <input ref={field} className="input" {...own} {...input} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

interface AreaProps extends Labelled {
  value: string
  rows?: number
  maxLength?: number
  onChange(value: string): void
}

export function AreaField({ label, hint, wrong, onChange, ...input }: AreaProps) {
  return (
    <Field label={label} hint={hint} wrong={wrong}>
      {(own) => (
        <textarea className="input" rows={3} {...own} {...input} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

interface ChoiceProps<V extends string> extends Labelled {
  value: V
  options: readonly (readonly [value: V, text: string])[]
  onChange(value: V): void
}

export function ChoiceField<V extends string>({ label, hint, wrong, value, options, onChange }: ChoiceProps<V>) {
  const pick = (given: string) => {
    const option = options.find(([one]) => one === given)
    if (option) onChange(option[0])
  }
  return (
    <Field label={label} hint={hint} wrong={wrong}>
      {(own) => (
        <select className="input" {...own} value={value} onChange={(event) => pick(event.target.value)}>
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface DateProps {
  label: string
  hint?: string
  wrong?: string | undefined
  /** As in `2026-11-20`; empty for none. */
  value: string
  onChange(day: string): void
}

export function DateField({ label, hint, wrong, value, onChange }: DateProps) {
  return (
    <Field label={label} hint={hint} wrong={wrong}>
      {(own) => (
        <input
          className="input"
          type="date"
          {...own}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface TickProps {
  label: ReactNode
  hint?: string
  checked: boolean
  onChange(checked: boolean): void
}

export function Tick(props: TickProps) {
  return <Checkable look="tick" {...props} />
}

/** A tick for what takes effect at once. */
export function Switch(props: TickProps) {
  return <Checkable look="switch" role="switch" {...props} />
}

function Checkable({ look, role, label, hint, checked, onChange }: TickProps & { look: string; role?: 'switch' }) {
  return (
    <label className={look}>
      <input type="checkbox" role={role} checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
