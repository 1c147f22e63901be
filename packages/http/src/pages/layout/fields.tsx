import type { ComponentChildren } from 'preact'
import type { Problem } from '../visit/problem.ts'

interface FieldProps {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  value?: string | undefined
  hint?: string
  problem?: Problem | undefined
  autocomplete?: string
  inputMode?: 'numeric'
  maxLength?: number
}

/** A labelled input. Screen readers read its hint and its error out with it. */
export function Field({ name, label, type = 'text', value, hint, problem, ...attributes }: FieldProps) {
  const wrong = problem?.errors[name]
  const described = [hint && `${name}-hint`, wrong && `${name}-error`].filter(Boolean).join(' ')
  const common = {
    id: name,
    name,
    required: true,
    'aria-invalid': wrong ? true : undefined,
    'aria-describedby': described || undefined,
    ...attributes,
  }
  return (
    <Labelled name={name} label={label} hint={hint} wrong={wrong}>
      {type === 'password' ? (
        // Never sent back.
        <input type="password" {...common} />
      ) : type === 'email' ? (
        <input type="email" value={value} {...common} />
      ) : (
        <input type="text" value={value} {...common} />
      )}
    </Labelled>
  )
}

interface ChoiceProps {
  name: string
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, text: string])[]
  problem?: Problem | undefined
}

export function Choice({ name, label, value, options, problem }: ChoiceProps) {
  const wrong = problem?.errors[name]
  return (
    <Labelled name={name} label={label} wrong={wrong}>
      <select id={name} name={name} aria-describedby={wrong ? `${name}-error` : undefined}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface LongTextProps {
  name: string
  label: string
  value: string | undefined
  hint: string
  problem?: Problem | undefined
}

/** Text of several lines that may be left out. */
export function LongText({ name, label, value, hint, problem }: LongTextProps) {
  const wrong = problem?.errors[name]
  const described = wrong ? `${name}-hint ${name}-error` : `${name}-hint`
  return (
    <Labelled name={name} label={label} hint={hint} wrong={wrong}>
      <textarea id={name} name={name} rows={3} aria-describedby={described}>
        {value}
      </textarea>
    </Labelled>
  )
}

interface LabelledProps {
  name: string
  label: string
  hint?: string | undefined
  wrong?: readonly string[] | undefined
  children: ComponentChildren
}

function Labelled({ name, label, hint, wrong, children }: LabelledProps) {
  return (
    <div class={wrong ? 'field wrong' : 'field'}>
      <label for={name}>{label}</label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {wrong && (
        <p class="error" id={`${name}-error`}>
          {wrong.map((problem) => `${label} ${problem}`).join('. ')}
        </p>
      )}
    </div>
  )
}

/** What was wrong with a form, above it, with links to its fields. */
export function ErrorSummary({ problem, labels }: { problem: Problem | undefined; labels: Record<string, string> }) {
  if (!problem) return null
  const fields = Object.entries(problem.errors)
  return (
    <div class="summary" role="alert">
      {fields.length === 0 ? (
        <p>{problem.message}</p>
      ) : (
        <>
          <h2>There is a problem</h2>
          <ul>
            {fields.map(([name, wrong]) => (
              <li key={name}>
                {labels[name] ? <a href={`#${name}`}>{`${labels[name]} ${wrong.join(', ')}`}</a> : wrong.join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
