import { type listOwnMemberships, rightsOf, SCOPES, type Scope, type Settings } from '@handrail/core'
import type { z } from 'zod'
import { roleName } from '../../pages/members/roles.ts'

type Membership = z.output<typeof listOwnMemberships.output>['data'][number]

/** A workspace that the person may choose, or why not. */
interface Choice extends Membership {
  reason: string | undefined
  /** Descriptions of the scopes that are asked for and that the role does not include. */
  missing: string[]
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
      ? 'The plan of this workspace does not include API access'
      : missing.length === scopes.length
        ? 'Your role does not include any of what is asked for'
        : undefined
    return { ...membership, reason, missing: missing.map((scope) => SCOPES[scope].toLowerCase()) }
  })
}

interface WorkspaceChoiceProps {
  choices: Choice[]
  chosen: string | undefined
}

export function WorkspaceChoice({ choices, chosen }: WorkspaceChoiceProps) {
  const possible = choices.filter(({ reason }) => reason === undefined)
  const selected = possible.find(({ workspace_id }) => workspace_id === chosen) ?? possible[0]
  if (choices.length === 0) return <p>You belong to no workspace. Ask an admin of one for an invitation.</p>
  return (
    <fieldset>
      <legend>In the workspace</legend>
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
                {choice.workspace} <span class="badge">{roleName(choice.role)}</span>
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
  if (reason !== undefined) return <span class="hint">{reason}.</span>
  if (missing.length === 0) return null
  return <span class="hint">Your role does not include: {missing.join(', ')}.</span>
}
