import { Tick } from '../parts/form/field.tsx'
import type { Words } from '../words/words.ts'
import { useWords } from '../words/words.ts'

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

interface ScopeChoiceProps {
  chosen: readonly string[]
  wrong: string | undefined
  onChange(chosen: string[]): void
}

/** What a program may do. */
export function ScopeChoice({ chosen, wrong, onChange }: ScopeChoiceProps) {
  const words = useWords()
  return (
    <fieldset>
      <legend className="label">{words.say('scopes.title')}</legend>
      <div className="ticks">
        {SCOPES.map((scope) => (
          <Tick
            key={scope}
            label={scopeText(scope, words)}
            checked={chosen.includes(scope)}
            onChange={(on) => onChange(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
          />
        ))}
      </div>
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
