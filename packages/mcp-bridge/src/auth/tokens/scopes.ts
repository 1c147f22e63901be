export interface ScopeSources {
  /** The configured scopes. */
  chosen: readonly string[] | undefined
  /** `scope` of the challenge. */
  challenged: string | undefined
  /** `scopes_supported` of the protected resource. */
  resourceScopes: readonly string[] | undefined
  /** `scopes_supported` of the authorization server. */
  serverScopes: readonly string[] | undefined
  /** The scopes of earlier sign-ins, which a step-up keeps. */
  requested: readonly string[]
  isStepUp: boolean
}

/** The scopes to ask for, by the order of the MCP specification; undefined leaves the choice to the server. */
export function chooseScopes(sources: ScopeSources): string[] | undefined {
  const { chosen, resourceScopes, requested, isStepUp } = sources
  const challenged = splitScope(sources.challenged)
  const wanted = chosen ?? (challenged.length > 0 ? challenged : resourceScopes)
  const scopes = union(requested, wanted ?? [], isStepUp ? challenged : [])
  if (scopes.length === 0) return undefined
  // Without it some servers give no refresh token; where it is not listed, asking for it is an error.
  return sources.serverScopes?.includes('offline_access') ? union(scopes, ['offline_access']) : scopes
}

export function splitScope(scope: string | undefined): string[] {
  return scope?.split(/\s+/).filter(Boolean) ?? []
}

function union(...lists: (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}
