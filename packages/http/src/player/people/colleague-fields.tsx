import type { ComponentChildren } from 'preact'
import { Icon } from '../layout/icons.tsx'
import type { GuideVisit } from '../visit.ts'
import { type ColleagueMistakes, MAX_EMAIL, MAX_NAME, type TypedColleague } from './colleague.ts'

interface ColleagueFieldsProps {
  visit: GuideVisit
  typed: TypedColleague | undefined
  wrong: ColleagueMistakes
  hint?: string | undefined
}

/** The name and address of a colleague. */
export function ColleagueFields({ visit: { i18n }, typed, wrong, hint }: ColleagueFieldsProps) {
  return (
    <>
      <Text id="name" label={i18n.t('name')} wrong={wrong.name} hint={hint}>
        <input
          class="input"
          id="name"
          name="name"
          value={typed?.name}
          maxLength={MAX_NAME}
          dir="auto"
          autocomplete="off"
          {...invalid('name', wrong.name, hint)}
        />
      </Text>
      <Text id="email" label={i18n.t('email')} wrong={wrong.email}>
        <input
          class="input"
          id="email"
          name="email"
          type="email"
          value={typed?.email}
          maxLength={MAX_EMAIL}
          autocomplete="off"
          {...invalid('email', wrong.email)}
        />
      </Text>
    </>
  )
}

function invalid(id: string, wrong: string | undefined, hint?: string) {
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ')
  return {
    'aria-describedby': described || undefined,
    ...(wrong !== undefined && { 'aria-invalid': true, 'data-focus': true }),
  }
}

interface TextProps {
  id: string
  label: string
  wrong: string | undefined
  hint?: string | undefined
  children: ComponentChildren
}

function Text({ id, label, wrong, hint, children }: TextProps) {
  return (
    <div class={wrong ? 'f wrong' : 'f'}>
      <label class="label" for={id}>
        {label}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <Wrong id={id} text={wrong} />
    </div>
  )
}

/** What is wrong with a field. */
function Wrong({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p class="error" id={`${id}-wrong`}>
      <Icon name="alert" /> <span>{text}</span>
    </p>
  )
}

/** What is wrong with no field of its own. */
export function BaseMistake({ wrong: { base } }: { wrong: ColleagueMistakes }) {
  if (base === undefined) return null
  return (
    <p class="note bad" role="alert" tabIndex={-1} data-focus>
      <Icon name="alert" /> <span>{base}</span>
    </p>
  )
}

interface ChoiceProps {
  legend: string
  name: string
  options: readonly { value: string; text: string; about?: string | undefined }[]
  chosen: string
  wrong?: string | undefined
}

/** One of several, of which the first is chosen at first. */
export function Choice({ legend, name, options, chosen, wrong }: ChoiceProps) {
  const known = options.some(({ value }) => value === chosen) ? chosen : options[0]?.value
  return (
    <fieldset class={wrong ? 'f wrong' : 'f'} aria-describedby={wrong && `${name}-wrong`}>
      <legend class="label">{legend}</legend>
      <div class="pick">
        {options.map(({ value, text, about }) => (
          <label key={value}>
            <input type="radio" name={name} value={value} checked={value === known} />
            <span>
              <bdi>{text}</bdi>
              {about && <small>{about}</small>}
            </span>
          </label>
        ))}
      </div>
      <Wrong id={name} text={wrong} />
    </fieldset>
  )
}
