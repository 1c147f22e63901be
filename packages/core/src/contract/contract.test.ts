import { describe, expect, test } from 'vitest'
import { SYSTEM_RIGHTS } from '../access/rights.ts'
import { ALL_SCOPES, DECLARED_RIGHTS, SCOPE_NAMES, SCOPES_BY_RESOURCE } from '../access/scopes.ts'
import type { Operation } from '../operation/operation.ts'
import { OPERATIONS } from '../operations.ts'
import { RESOURCES } from '../resources.ts'
import { EVENT_TYPES } from '../webhooks/events/types.ts'
import { type Contract, INTERFACE_LANGUAGES } from './contract.ts'
import { CONTRACTS } from './contracts.ts'
import { resourceOfEvent, STALE_ON } from './staleness.ts'

test('every scope has a name in each language and belongs to its resource', () => {
  for (const scope of ALL_SCOPES)
    for (const language of INTERFACE_LANGUAGES) expect(SCOPE_NAMES[scope][language], scope).toMatch(/\S/)
  expect(SCOPES_BY_RESOURCE.flatMap(({ scopes }) => scopes)).toEqual(ALL_SCOPES)
})

test('every contract has a resource with the data schemas of its events', () => {
  const events = (resources: readonly { name: string; events?: object }[]) =>
    resources.map((resource) => [resource.name, Object.keys(resource.events ?? {})])
  expect(events(RESOURCES)).toEqual(events(CONTRACTS))
})

describe('invalidation of read operations', () => {
  const nameInCode = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  const operations = new Map(OPERATIONS.map((one) => [nameInCode(one.name), one]))
  const isRead = ({ name, access }: Operation) =>
    /^(get|list|search|describe)_/.test(name) &&
    SYSTEM_RIGHTS.has(access) &&
    DECLARED_RIGHTS[access].holder !== 'operator'

  test('every read operation of members declares its events, no other operation does', () => {
    const reads = [...operations].filter(([, operation]) => isRead(operation)).map(([name]) => name)
    expect(Object.keys(STALE_ON).toSorted()).toEqual(reads.toSorted())
  })

  test('declared resources have events, and every event belongs to a resource', () => {
    const subjects = new Set(['drafts', ...EVENT_TYPES.map(resourceOfEvent)])
    for (const [name, stale] of Object.entries(STALE_ON))
      for (const subject of Object.keys(stale)) expect(subjects, `${name}: ${subject}`).toContain(subject)
    const names: readonly (string | undefined)[] = CONTRACTS.map(({ name }) => name)
    for (const type of EVENT_TYPES) expect(names, type).toContain(resourceOfEvent(type))
  })

  test('an operation invalidated for the same record takes its id', () => {
    for (const [name, stale] of Object.entries(STALE_ON))
      if (Object.values(stale).includes('same')) expect(operations.get(name)?.input.shape, name).toHaveProperty('id')
  })

  test('members with read access to a resource receive its events', () => {
    const contracts: readonly Contract[] = CONTRACTS
    for (const type of EVENT_TYPES) {
      const read = contracts.find(({ name }) => name === resourceOfEvent(type))?.read
      expect(Object.keys(DECLARED_RIGHTS), type).toContain(read)
    }
  })
})
