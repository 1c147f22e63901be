/** The Bearer challenge of a 401 or 403 (RFC 6750 section 3), with `resource_metadata` of RFC 9728 section 5.1. */
export interface Challenge {
  error?: string
  scope?: string
  resourceMetadata?: string
}

/** It begins where no name is under way: elsewhere every letter of a long one would be looked at again. */
const PARAMETER = /(?<![\w!#$%&'*+.^`|~-])([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g

export function parseChallenge(header: string | undefined): Challenge {
  // Of several schemes only Bearer matters; where it is missing, the parameters are used all the same.
  const bearer = header?.match(/\bbearer\b(.*)$/is)?.[1] ?? header ?? ''
  const parameters: Record<string, string> = {}
  for (const [, name = '', quoted, plain] of bearer.matchAll(PARAMETER))
    parameters[name.toLowerCase()] ??= quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? ''
  const { error, scope, resource_metadata: resourceMetadata } = parameters
  return { ...(error ? { error } : {}), ...(scope ? { scope } : {}), ...(resourceMetadata ? { resourceMetadata } : {}) }
}
