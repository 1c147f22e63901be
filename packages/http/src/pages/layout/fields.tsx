import type { AppError } from '@handrail/core'
import type { ComponentChildren } from 'preact'
import { mistakesIn, problemText } from '../i18n/core-texts.ts'
import type { SingleKey } from '../i18n/i18n.ts'
import { useI18n } from './render-context.ts'

interface FieldProps {
  name: string
  label: SingleKey
  type?: 'text' | 'email' | 'password'
  value?: string | undefined
  hint?: SingleKey
  problem?: AppError | undefined
  autocomplete?: string
  inputMode?: 'numeric'
  maxLength?: number
}

/** A labelled input. Screen readers read its hint and its error with it. */
export function Field({ name, label, type = 'text', value, hint, problem, ...attributes }: FieldProps) {
  const wrong = useMistakes(problem)[name]
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

interface LabelledProps {
  name: string
  label: SingleKey
  hint?: SingleKey | undefined
  wrong?: readonly string[] | undefined
  children: ComponentChildren
}

function Labelled({ name, label, hint, wrong, children }: LabelledProps) {
  const { t } = useI18n()
  return (
    <div class={wrong ? 'field wrong' : 'field'}>
      <label for={name}>{t(label)}</label>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {t(hint)}
        </p>
      )}
      {children}
      {wrong && (
        <p class="error" id={`${name}-error`}>
          {wrong.map((mistake) => t('frame.mistake', { label: t(label), mistake })).join('. ')}
        </p>
      )}
    </div>
  )
}

function useMistakes(problem: AppError | undefined): Record<string, string[]> {
  const i18n = useI18n()
  return problem ? mistakesIn(i18n, problem) : {}
}

interface ErrorSummaryProps {
  problem: AppError | undefined
  labels: Readonly<Record<string, SingleKey>>
}

/** The errors of a form, above it, with links to its fields. */
export function ErrorSummary({ problem, labels }: ErrorSummaryProps) {
  const i18n = useI18n()
  const fields = Object.entries(useMistakes(problem))
  if (!problem) return null
  return (
    <div class="summary" role="alert">
      {fields.length === 0 ? (
        <p>{problemText(i18n, problem)}</p>
      ) : (
        <>
          <h2>{i18n.t('frame.problem')}</h2>
          <ul>
            {fields.map(([name, wrong]) => (
              <li key={name}>
                <Mistake name={name} label={labels[name]} mistake={wrong.join(', ')} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function Mistake({ name, label, mistake }: { name: string; label: SingleKey | undefined; mistake: string }) {
  const { t } = useI18n()
  return label ? <a href={`#${name}`}>{t('frame.mistake', { label: t(label), mistake })}</a> : mistake
}

interface ActionButtonProps {
  /** The value of `action`: a form can have several. */
  action: string
  /** The accessible name, which tells several such buttons apart. */
  label: string
  bad?: boolean
  children: ComponentChildren
}

/** A quiet button in the row of a list. */
export function ActionButton({ action, label, bad = false, children }: ActionButtonProps) {
  return (
    <button type="submit" class={bad ? 'quiet bad' : 'quiet'} name="action" value={action} aria-label={label}>
      {children}
    </button>
  )
}
