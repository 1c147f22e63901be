import type { ComponentChildren } from 'preact'
import type { I18n } from '../i18n/i18n.ts'
import { Icon } from '../layout/icons.tsx'
import type { Visit } from '../visit.ts'
import { controlOf, type FormField, type Typed } from './typed-answers.ts'

interface FieldProps {
  visit: Visit & { i18n: I18n }
  field: FormField
  index: number
  typed: Typed
  wrong: string | undefined
}

/** More options than this unfold from one control. */
const MAX_SPREAD = 8

/** A field of a form, with its help and what is wrong with it, which screen readers read out with it. */
export function Field(props: FieldProps) {
  const { kind, options = [] } = props.field
  if (kind === 'checkbox' || kind === 'consent') return <Tick {...props} />
  if (kind === 'multiple_choice') return <Picks {...props} type="checkbox" />
  if (kind === 'choice' && options.length <= MAX_SPREAD) return <Picks {...props} type="radio" />
  const name = controlOf(props.index)
  return (
    <div class={props.wrong ? 'f wrong' : 'f'}>
      <label class="label" for={name} dir="auto">
        <Label {...props} />
      </label>
      <Help {...props} />
      <Control {...props} />
      <Wrong {...props} />
    </div>
  )
}

function Control({ visit: { i18n }, field, index, typed, wrong }: FieldProps) {
  const { kind, required, options = [], max_length, earliest, latest, help } = field
  const name = controlOf(index)
  const value = typeof typed === 'string' ? typed : ''
  const common = {
    id: name,
    name,
    class: 'input',
    dir: 'auto',
    maxLength: max_length,
    'aria-required': required || undefined,
    'aria-invalid': wrong ? true : undefined,
    'aria-describedby': describedBy(name, help, wrong),
  } as const
  switch (kind) {
    case 'paragraph':
      return (
        <textarea rows={4} {...common}>
          {value}
        </textarea>
      )
    case 'choice':
      return (
        <select {...common}>
          <option value="">{i18n.t('choose')}</option>
          {options.map((option) => (
            <option key={option} value={option} selected={option === value}>
              {option}
            </option>
          ))}
        </select>
      )
    case 'date':
      return <input type="date" value={value} min={earliest} max={latest} {...common} />
    case 'number':
      return <input type="text" inputMode="decimal" autocomplete="off" value={value} {...common} />
    case 'email':
      return <input type="email" autocomplete="email" value={value} {...common} />
    case 'tel':
      return <input type="tel" autocomplete="tel" value={value} {...common} />
    case 'url':
      return <input type="url" autocomplete="url" value={value} {...common} />
    default:
      return <input type="text" value={value} {...common} />
  }
}

/** Options side by side, of which one or several are chosen. */
function Picks(props: FieldProps & { type: 'radio' | 'checkbox' }) {
  const { field, index, typed, wrong, type } = props
  const name = controlOf(index)
  const chosen = [typed].flat()
  return (
    <fieldset
      class={wrong ? 'f wrong' : 'f'}
      id={name}
      tabIndex={-1}
      aria-describedby={describedBy(name, field.help, wrong)}
    >
      <legend class="label" dir="auto">
        <Label {...props} />
      </legend>
      <Help {...props} />
      <div class="pick">
        {(field.options ?? []).map((option) => (
          <label key={option} dir="auto">
            <input type={type} name={name} value={option} checked={chosen.includes(option)} />
            <span>{option}</span>
          </label>
        ))}
      </div>
      <Wrong {...props} />
    </fieldset>
  )
}

/** A single box, of which the label is what is agreed to. */
function Tick(props: FieldProps) {
  const { field, index, typed, wrong } = props
  const name = controlOf(index)
  return (
    <div class={wrong ? 'f wrong' : 'f'}>
      <div class="pick">
        <label dir="auto">
          <input
            type="checkbox"
            id={name}
            name={name}
            value="1"
            checked={typed === true}
            aria-required={field.required || undefined}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={describedBy(name, field.help, wrong)}
          />
          <span>
            <Label {...props} />
          </span>
        </label>
      </div>
      <Help {...props} />
      <Wrong {...props} />
    </div>
  )
}

function Label({ visit: { i18n }, field: { label, required, kind } }: FieldProps): ComponentChildren {
  return (
    <>
      <bdi>{label}</bdi>
      {!required && kind !== 'checkbox' && <span class="soft"> {i18n.t('optional_field')}</span>}
    </>
  )
}

function Help({ visit: { player }, field: { help }, index }: FieldProps) {
  if (!help) return null
  const html = player.markdown.inline(help)
  // markdown.ts lets no HTML through but its own.
  return <p class="hint" id={`${controlOf(index)}-help`} dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
}

function Wrong({ wrong, index }: FieldProps) {
  if (!wrong) return null
  return (
    <p class="error" id={`${controlOf(index)}-wrong`}>
      <Icon name="alert" /> <span>{wrong}</span>
    </p>
  )
}

function describedBy(name: string, help: string | undefined, wrong: string | undefined): string | undefined {
  return [help && `${name}-help`, wrong && `${name}-wrong`].filter(Boolean).join(' ') || undefined
}
