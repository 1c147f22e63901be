import type { Account } from '../../store/credentials.ts'

/** The claims that name a person to people; `sub` means something to the server alone. */
export function accountOf(claims: Readonly<Record<string, unknown>>): Account {
  const text = (...names: string[]) =>
    names.map((name) => claims[name]).find((value) => typeof value === 'string' && value !== '')
  const name = text('email', 'preferred_username', 'username', 'name', 'sub')
  const workspace = text('workspace_name', 'workspace_id', 'organization_name', 'org_name', 'tenant')
  return { ...(typeof name === 'string' && { name }), ...(typeof workspace === 'string' && { workspace }) }
}
