import type { operations, Scope, Settings } from '@handrail/core'
import { rightsOf } from '@handrail/core/internal'
import type { z } from 'zod'
import { nameOfScope } from '../../pages/i18n/core-texts.ts'
import type { SingleKey } from '../../pages/i18n/i18n.ts'
import { roleName } from '../../pages/invitation/role-name.ts'
import { useI18n } from '../../pages/layout/render-context.ts'

type Membership = z.output<typeof operations.listOwnMemberships.output>['data'][number]

/** A workspace that the person can choose, or the reason why not. */
interface Choice extends Membership {
  reason: SingleKey | undefined
  /** The requested scopes that the role does not include. */
  missing: Scope[]
}

/** A workspace can be chosen if its plan includes API access and the role includes at least one of the scopes. */
export function workspaceChoices(
  { plans }: Settings,
  memberships: readonly Membership[],
  scopes: readonly Scope[],
): Choice[] {
  return memberships.map((membership) => {
    const rights = rightsOf(membership.role)
    const missing = scopes.filter((scope) => !rights.has(scope))
    const hasAccess = plans[membership.plan]?.entitlements.includes('api-access') ?? false
    const reason = !hasAccess
      ? 'consent.no_api'
      : missing.length === scopes.length
        ? 'consent.nothing_in_role'
        : undefined
    return { ...membership, reason, missing }
  })
}

interface WorkspaceChoiceProps {
  choices: Choice[]
  chosen: string | undefined
}

export function WorkspaceChoice({ choices, chosen }: WorkspaceChoiceProps) {
  const i18n = useI18n()
  const { t } = i18n
  const possible = choices.filter(({ reason }) => reason === undefined)
  const selected = possible.find(({ workspace_id }) => workspace_id === chosen) ?? possible[0]
  if (choices.length === 0) return <p>{t('frame.ask_admin')}</p>
  return (
    <fieldset>
      <legend>{t('consent.in_workspace')}</legend>
      <ul class="ticks">
        {choices.map((choice) => (
          <li key={choice.workspace_id}>
            <label>
              <input
                type="radio"
                name="workspace_id"
                value={choice.workspace_id}
                checked={choice === selected}
                disabled={choice.reason !== undefined}
              />{' '}
              <span>
                {choice.workspace} <span class="badge">{roleName(i18n, choice.role)}</span>
                <Limits {...choice} missing={possible.length > 1 ? choice.missing : []} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Limits({ reason, missing }: Choice) {
  const i18n = useI18n()
  if (reason !== undefined) return <span class="hint">{i18n.t(reason)}</span>
  if (missing.length === 0) return null
  const names = missing.map((scope) => nameOfScope(i18n, scope))
  // In lower case within a sentence, except in German, which capitalises nouns.
  const scopes = names.map((name) => (i18n.language === 'en' ? name.toLowerCase() : name)).join(', ')
  return <span class="hint">{i18n.t('consent.missing', { scopes })}</span>
}
