import { expect, test } from 'vitest'
import { manyOf } from '../operation/tally.ts'
import { OPERATIONS } from '../operations.ts'
import { AUDIT_ACTIONS, type AuditAction, REFUSALS } from './contract.ts'
import { subjectTypeOf } from './subject-type.ts'

const reads = ({ does }: (typeof OPERATIONS)[number]) => does?.[0] === 'reads'

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s reads, or says what the audit log has of it',
  (_name, operation) => {
    const { audit = [], unaudited } = operation
    if (reads(operation)) expect([audit, unaudited]).toEqual([[], undefined])
    else expect(audit.length > 0 || unaudited !== undefined).toBe(true)
  },
)

test('what deletes, ends, sends, publishes or forwards has an entry', () => {
  const unrecorded = OPERATIONS.filter(({ does, audit }) => {
    const [change, ...effects] = does ?? ['reads']
    return (change === 'deletes' || effects.length > 0) && audit === undefined
  })
  // Views can be restored; the worker of a move continues what has an entry.
  expect(unrecorded.map(({ name }) => name).toSorted()).toEqual(['continue_guide_move', 'delete_view'])
})

/** Actions that no operation takes: the protocol of OAuth, the service itself, the command. */
const BEYOND: readonly AuditAction[] = [
  'application.connected',
  'authorization_code.replayed',
  'backup.failed',
  'backup.made',
  'refresh_token.reused',
  'webhook_endpoint.disabled',
]

test('every action is one of an operation, a refusal, or of nobody', () => {
  const declared = OPERATIONS.flatMap(({ audit = [] }) => audit)
  const others: readonly AuditAction[] = [...REFUSALS, ...BEYOND]
  const unused = AUDIT_ACTIONS.filter((action) => !declared.includes(action) && !others.includes(action))
  expect(unused).toEqual([])
  expect(BEYOND.filter((action) => declared.includes(action))).toEqual([])
})

test('an operation that counts declares the entry of one record, too', () => {
  const many = AUDIT_ACTIONS.filter((action) => AUDIT_ACTIONS.some((single) => manyOf(single) === action))
  expect(many).toContain('contact.many_deleted')
  for (const { name, audit = [] } of OPERATIONS)
    for (const action of audit.filter((one) => many.includes(one)))
      expect([name, audit.some((single) => manyOf(single) === action) || !name.startsWith('batch_')]).toEqual([
        name,
        true,
      ])
})

test('the kind of record of an action is a word of the log', () => {
  const kinds = new Set(AUDIT_ACTIONS.map(subjectTypeOf))
  for (const kind of kinds) expect(kind).toMatch(/^[a-z]+(_[a-z]+)*$/)
  expect(subjectTypeOf('step.skipped')).toBe('enrollment')
  expect(subjectTypeOf('sign_in.failed')).toBe('user')
})
