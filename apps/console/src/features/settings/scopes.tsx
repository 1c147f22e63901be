import { ALL_SCOPES, SCOPE_NAMES, SCOPES_BY_RESOURCE, type Scope } from '@handrail/core/contract'
import { Button } from '../../components/button.tsx'
import { Tick } from '../../components/form/field.tsx'
import { type I18n, useI18n } from '../../i18n/i18n.ts'
import './scopes.css'

/** The name of a scope; one of an earlier release, which is no more, is called as it was. */
function scopeText(scope: string, { language }: I18n): string {
  const known = ALL_SCOPES.find((one) => one === scope)
  return known ? SCOPE_NAMES[known][language] : scope
}

/** The access levels of scopes, which are the endings of their names. */
const ACTIONS = {
  read: 'scopes.read',
  write: 'scopes.write',
  links: 'scopes.links',
  publish: 'scopes.publish',
  manage: 'scopes.manage',
} as const

function actionOf(scope: Scope): keyof typeof ACTIONS {
  // The compiler refuses here a scope that ends in another word.
  return scope.slice(scope.indexOf(':') + 1) as Scope extends `${string}:${infer Action extends keyof typeof ACTIONS}`
    ? Action
    : never
}

const isRead = (scope: Scope) => actionOf(scope) === 'read'
const READS = ALL_SCOPES.filter(isRead)

interface ScopeChoiceProps {
  chosen: readonly string[]
  wrong: string | undefined
  onChange(chosen: string[]): void
}

/** The scopes of a program, grouped by resource. */
export function ScopeChoice({ chosen, wrong, onChange }: ScopeChoiceProps) {
  const { language, t } = useI18n()
  const readsAll = chosen.length === READS.length && READS.every((scope) => chosen.includes(scope))
  const tick = (scope: Scope, resource: string) => (
    <Tick
      key={scope}
      label={
        <>
          {t(ACTIONS[actionOf(scope)])}
          <span className="unseen">: {resource}</span>
        </>
      }
      checked={chosen.includes(scope)}
      onChange={(on) => onChange(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
    />
  )
  return (
    <fieldset>
      <legend className="label">{t('scopes.title')}</legend>
      <Button className="read-everything" aria-pressed={readsAll} onClick={() => onChange([...READS])}>
        {t('scopes.read_everything')}
      </Button>
      <ul className="rows scopes">
        {SCOPES_BY_RESOURCE.map(({ name, label, scopes }) => (
          <li key={name}>
            <b>{label[language]}</b>
            <span>{scopes.filter(isRead).map((scope) => tick(scope, label[language]))}</span>
            <span>{scopes.filter((scope) => !isRead(scope)).map((scope) => tick(scope, label[language]))}</span>
          </li>
        ))}
      </ul>
      {wrong && <p className="error">{wrong}</p>}
    </fieldset>
  )
}

/** Scopes as marks; all of them together are one. */
export function ScopeChips({ scopes }: { scopes: readonly string[] }) {
  const i18n = useI18n()
  if (scopes.length === ALL_SCOPES.length) return <span className="chip warn">{i18n.t('scopes.everything')}</span>
  return (
    <span className="row wrap scope-chips">
      {scopes.map((scope) => (
        <span key={scope} className="chip">
          {scopeText(scope, i18n)}
        </span>
      ))}
    </span>
  )
}
