import { ALL_SCOPES } from '@handrail/core'
import { parseScope, suggest } from '@handrail/core/internal'
import { Failure, MISUSE } from '../../failure.ts'

/** Reads `--scopes`: "all", or names in either form. */
export function scopesOf(text: string): string[] {
  if (text.trim() === 'all') return [...ALL_SCOPES]
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  const unknown = names.filter((name) => parseScope(name) === undefined)
  const faults = unknown.map((name) => `${name} is not a scope.${suggest(name, ALL_SCOPES)}`)
  if (names.length > 0 && faults.length === 0) return names
  throw new Failure([...faults, `Known scopes: ${ALL_SCOPES.join(' ')}, or all`], MISUSE)
}
