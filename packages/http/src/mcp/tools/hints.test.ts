import { ALL_SCOPES, type Caller, type Operation } from '@handrail/core'
import { OPERATIONS } from '@handrail/core/internal'
import { expect, test } from 'vitest'
import { SPECIFIED_SCOPES } from '../../../test/support/instance.ts'
import { hintsOf } from './hints.ts'
import { createTools } from './tools.ts'

const callerWith = (scopes: readonly string[]) => ({ kind: 'oauth', rights: new Set(scopes) }) as unknown as Caller
const hintsWith = (scopes: readonly string[]) =>
  new Map(
    createTools()
      .listFor(callerWith(scopes), true)
      .tools.map(({ name, annotations }) => [name, annotations]),
  )
const TOOLS = OPERATIONS.flatMap((operation) =>
  operation.tool ? [[operation.tool.name ?? operation.name, operation] as const] : [],
)

test.each(TOOLS)('the hints of %s are those of what its operation declares', (name, { does = [], ...operation }) => {
  const [change, ...always] = does
  const effects: readonly string[] = [...always, ...(operation.optionally?.does ?? [])]
  expect(hintsWith(ALL_SCOPES).get(name)).toEqual(
    change === 'reads'
      ? { readOnlyHint: true, openWorldHint: false }
      : {
          readOnlyHint: false,
          destructiveHint: change === 'replaces' || change === 'deletes' || effects.length > 0,
          openWorldHint: ['sends', 'publishes', 'forwards'].some((effect) => effects.includes(effect)),
          ...(operation.isIdempotent && { idempotentHint: true }),
        },
  )
})

test.each([
  ['answer_message', true, true],
  ['send_reminders', true, true],
  ['enroll_contacts', true, true],
  ['publish_guide', true, true],
  ['review_submission', true, true],
  ['create_webhook_endpoint', true, true],
  ['create_enrollment', true, true],
  ['update_enrollment', true, false],
  ['reschedule_enrollment', true, false],
  ['import_contacts', true, false],
  ['create_contact', false, false],
  ['create_guide_draft', false, false],
])('%s: what cannot be taken back is destructive (%s), what leaves the workspace is open (%s)', (name, ...hints) => {
  const { destructiveHint, openWorldHint } = hintsWith(ALL_SCOPES).get(name) ?? {}
  expect([destructiveHint, openWorldHint]).toEqual(hints)
})

test('a tool that the caller cannot have send anything says so, and does not take the argument', () => {
  const toolOf = (scopes: readonly string[]) =>
    createTools()
      .listFor(callerWith(scopes))
      .tools.find(({ name }) => name === 'create_enrollment')
  const without = toolOf(SPECIFIED_SCOPES)
  expect(without?.annotations).toEqual({ readOnlyHint: false, destructiveHint: false, openWorldHint: false })
  expect(without?.inputSchema.properties).not.toHaveProperty('send_invitation')
  const sending = toolOf([...SPECIFIED_SCOPES, 'messages:write'])
  expect(sending?.annotations).toMatchObject({ destructiveHint: true, openWorldHint: true })
  expect(sending?.inputSchema.properties).toHaveProperty('send_invitation')
})

test('an operation that declares nothing is no tool', () => {
  const [, operation] = TOOLS[0] ?? []
  const { does: _, ...undeclared } = operation as Operation
  expect(() => hintsOf(undeclared, callerWith(ALL_SCOPES))).toThrow('does not declare what it does')
})
