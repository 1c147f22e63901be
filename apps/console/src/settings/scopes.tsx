import { Button } from '../parts/button.tsx'
import { Tick } from '../parts/form/field.tsx'
import type { SingleKey } from '../words/keys.ts'
import { useWords, type Words } from '../words/words.ts'
import './scopes.css'

const SCOPES = [
  'contacts:read',
  'contacts:write',
  'organisations:read',
  'organisations:write',
  'enrollments:read',
  'enrollments:write',
  'guides:read',
  'webhooks:manage',
] as const
type Scope = (typeof SCOPES)[number]

const NAMES = {
  'contacts:read': 'scopes.contacts_read',
  'contacts:write': 'scopes.contacts_write',
  'organisations:read': 'scopes.organisations_read',
  'organisations:write': 'scopes.organisations_write',
  'enrollments:read': 'scopes.enrollments_read',
  'enrollments:write': 'scopes.enrollments_write',
  'guides:read': 'scopes.guides_read',
  'webhooks:manage': 'scopes.webhooks_manage',
} as const

/** What a scope grants, in words. */
function scopeText(scope: string, { say }: Words): string {
  return Object.hasOwn(NAMES, scope) ? say(NAMES[scope as Scope]) : scope
}

/** The resources, and what may be done with each. */
const RESOURCES = [
  ['place.contacts', 'contacts:read', 'contacts:write'],
  ['place.organisations', 'organisations:read', 'organisations:write'],
  ['place.enrollments', 'enrollments:read', 'enrollments:write'],
  ['scopes.published_guides', 'guides:read', undefined],
  ['scopes.webhooks', undefined, 'webhooks:manage'],
] as const satisfies readonly (readonly [SingleKey, Scope | undefined, Scope | undefined])[]
const READS: readonly string[] = SCOPES.filter((scope) => scope.endsWith(':read'))

interface ScopeChoiceProps {
  chosen: readonly string[]
  wrong: string | undefined
  onChange(chosen: string[]): void
}

/** What a program may do, by what it may do it with. */
export function ScopeChoice({ chosen, wrong, onChange }: ScopeChoiceProps) {
  const { say } = useWords()
  const readsAll = chosen.length === READS.length && READS.every((scope) => chosen.includes(scope))
  const tick = (scope: Scope, label: string, resource: string) => (
    <Tick
      label={
        <>
          {label}
          <span className="unseen">: {resource}</span>
        </>
      }
      checked={chosen.includes(scope)}
      onChange={(on) => onChange(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
    />
  )
  return (
    <fieldset>
      <legend className="label">{say('scopes.title')}</legend>
      <Button className="read-everything" aria-pressed={readsAll} onClick={() => onChange([...READS])}>
        {say('scopes.read_everything')}
      </Button>
      <ul className="rows scopes">
        {RESOURCES.map(([name, read, change]) => (
          <li key={name}>
            <b>{say(name)}</b>
            <span>{read && tick(read, say('scopes.read'), say(name))}</span>
            <span>
              {change && tick(change, say(change === 'webhooks:manage' ? 'scopes.manage' : 'scopes.write'), say(name))}
            </span>
          </li>
        ))}
      </ul>
      {wrong && <p className="error">{wrong}</p>}
    </fieldset>
  )
}

/** Scopes as marks; all of them together are one. */
export function ScopeChips({ scopes }: { scopes: readonly string[] }) {
  const words = useWords()
  if (scopes.length === SCOPES.length) return <span className="chip warn">{words.say('scopes.everything')}</span>
  return (
    <span className="row wrap">
      {scopes.map((scope) => (
        <span key={scope} className="chip">
          {scopeText(scope, words)}
        </span>
      ))}
    </span>
  )
}
