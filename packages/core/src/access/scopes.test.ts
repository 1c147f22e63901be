import { expect, test } from 'vitest'
import { ALL_SCOPES, oauthScope, parseScope } from './scopes.ts'

test('each scope is parsed in both of its forms', () => {
  for (const scope of ALL_SCOPES) {
    expect(parseScope(scope)).toBe(scope)
    expect(parseScope(oauthScope(scope))).toBe(scope)
  }
  for (const unknown of ['', 'contacts', 'call:logs:read', 'call:logs_read', 'constructor'])
    expect(parseScope(unknown)).toBeUndefined()
})
