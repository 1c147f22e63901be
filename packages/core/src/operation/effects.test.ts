import { describe, expect, test } from 'vitest'
import { type Access, ALL_SCOPES, DECLARED_RIGHTS, type Scope } from '../access/scopes.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { ROLES } from '../contract/contract.ts'
import { EFFECTS, type Effect } from '../contract/effects.ts'
import { AppError } from '../errors.ts'
import { OPERATIONS } from '../operations.ts'
import { mayOptionally, requireAccess } from './invoke.ts'
import type { Operation } from './operation.ts'

const isScope = (access: Access): access is Scope => (ALL_SCOPES as readonly string[]).includes(access)
/** The operations that a token can call: by REST, by MCP, or in a program that embeds the library. */
const OF_TOKENS = OPERATIONS.filter(({ access, tool }) => isScope(access) || tool !== undefined)
const named = OF_TOKENS.map((operation) => [operation.name, operation] as const)

/** The scopes each of which suffices for an operation. */
const sufficing = ({ access, scope = access as Scope, otherScope }: Operation) =>
  otherScope === undefined ? [scope] : [scope, otherScope]
const alwaysOf = ({ does = ['reads'] }: Operation) => does.slice(1) as readonly Effect[]
const marksOf = (scope: Scope) => DECLARED_RIGHTS[scope].scope?.effects ?? []

const callerWith = (scopes: readonly Scope[], kind: Caller['kind'] = 'oauth') =>
  ({ kind, rights: new Set<Access>(scopes), granted: new Set(scopes) }) as unknown as Caller
const mayCall = (operation: Operation, caller: Caller) => {
  try {
    requireAccess(operation, { caller } as Context)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 403) return false
    throw error
  }
}
/** What a token with these scopes can do with an operation beyond the records of the workspace. */
const effectsWith = (operation: Operation, caller: Caller): readonly Effect[] =>
  mayCall(operation, caller)
    ? [...alwaysOf(operation), ...(mayOptionally(operation, caller) ? (operation.optionally?.does ?? []) : [])]
    : []

test.each(named)('%s declares what it does, and only what changes something has effects', (_name, { does = [] }) => {
  const [change, ...effects] = does
  expect(['reads', 'adds', 'replaces', 'deletes']).toContain(change)
  if (change === 'reads') expect(effects).toEqual([])
})

test.each(named)('%s: what it does if asked has an argument that asks for it', (_name, { optionally, input }) => {
  if (optionally === undefined) return
  const argument = input.shape[optionally.argument]
  expect([argument?.safeParse(true).success, argument?.safeParse('yes').success]).toEqual([true, false])
})

test.each(ALL_SCOPES)('the marks of %s are what operations do with it', (scope) => {
  const done = OF_TOKENS.flatMap((operation) => [
    ...(sufficing(operation).includes(scope) ? alwaysOf(operation) : []),
    ...(operation.optionally?.scopes.includes(scope) ? operation.optionally.does : []),
  ])
  expect(EFFECTS.filter((effect) => marksOf(scope).includes(effect))).toEqual(
    EFFECTS.filter((effect) => done.includes(effect)),
  )
})

describe.each(EFFECTS)('a token without the scopes that are marked "%s"', (effect) => {
  const unmarked = ALL_SCOPES.filter((scope) => !marksOf(scope).includes(effect))

  test.each(['oauth', 'api_key', 'application'] as const)('can do that with no operation, as %s', (kind) => {
    const can = OF_TOKENS.filter((each) => effectsWith(each, callerWith(unmarked, kind)).includes(effect))
    expect(can.map(({ name }) => name)).toEqual([])
  })

  test('each scope with the mark adds it, with the others or alone', () => {
    for (const scope of ALL_SCOPES.filter((each) => marksOf(each).includes(effect))) {
      const can = OF_TOKENS.some((each) => effectsWith(each, callerWith([...unmarked, scope])).includes(effect))
      expect([scope, can]).toEqual([scope, true])
    }
  })
})

test('every scope with a mark is ticked by hand, except those of the specification', () => {
  const byDefault = ALL_SCOPES.filter(
    (scope) => marksOf(scope).length > 0 && !DECLARED_RIGHTS[scope].scope?.isTickedByHand,
  )
  expect(byDefault).toEqual(['contacts:write', 'enrollments:write', 'webhooks:manage'])
})

test('a scope in place of the right of members needs no lower role', () => {
  const roles: readonly string[] = ROLES
  const rankOf = (access: Access) => roles.indexOf(DECLARED_RIGHTS[access].holder)
  for (const { name, access, scope } of OF_TOKENS)
    if (scope !== undefined) expect([name, rankOf(scope) >= rankOf(access)]).toEqual([name, true])
})

test('members may do by their role what tokens need a further scope for', () => {
  const member = { kind: 'member', rights: new Set<Access>(['enrollments:write']) } as unknown as Caller
  const asked = OF_TOKENS.filter(({ optionally }) => optionally !== undefined)
  expect(asked.map(({ name }) => name)).toEqual(['create_enrollment', 'enroll_contacts', 'create_participant'])
  for (const operation of asked) expect(mayOptionally(operation, member)).toBe(true)
})
