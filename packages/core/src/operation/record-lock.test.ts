import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Instance, openInstance } from '../../test/instance.ts'
import { waitingFor } from '../../test/waiting.ts'
import { invoke } from './invoke.ts'
import { type Operation, operation } from './operation.ts'

const input = z.strictObject({ id: z.string(), note_id: z.string() })

/** An operation on a note of a contact; `within` runs inside its transaction. */
function onNote(declared: Pick<Operation, 'route' | 'current'>, within: () => Promise<unknown>) {
  return operation({
    name: 'change_note',
    summary: 'Change a note on a contact',
    access: 'contacts:write',
    does: ['replaces'],
    unaudited: 'event',
    status: 200,
    input,
    output: z.null(),
    ...declared,
    run: async ({ store }) => {
      await store.write(within)
      return null
    },
  })
}

const nested: Pick<Operation, 'route'> = { route: 'PATCH /contacts/:id/notes/:note_id' }
const current = onNote({ route: 'GET /contacts/:id/notes/:note_id' }, async () => null)

// SQLite has one writer at a time: there is nothing to lock.
describe.each([
  ['its own route is nested', nested],
  ['the route of its current record is nested', { current }],
])('record lock of an operation on postgres, where %s', (_, declared) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('postgres')
  })
  afterAll(() => instance.close())

  /** Runs the operation in a second transaction. @returns its end, and whether it has come to its work */
  function change(id: string, note_id: string) {
    const state = { entered: false }
    const changing = onNote(declared, async () => {
      state.entered = true
    })
    return { state, done: invoke(changing, instance.acme.context, { id, note_id }) }
  }

  const holding = <T>(id: string, note_id: string, work: () => Promise<T>) =>
    invoke(onNote(declared, work), instance.acme.context, { id, note_id })

  test('a second writer of the nested record waits until the first has ended', async () => {
    const [id, note_id] = [randomUUID(), randomUUID()]
    let second: ReturnType<typeof change> | undefined
    await holding(id, note_id, async () => {
      const started = change(id, note_id)
      second = started
      await expect.poll(() => instance.handrail.database.write(waitingFor)).toBe(1)
      expect(started.state.entered).toBe(false)
    })
    await second?.done
    expect(second?.state.entered).toBe(true)
  })

  test('a writer of another nested record of the same outer record does not wait', async () => {
    const id = randomUUID()
    await holding(id, randomUUID(), () => change(id, randomUUID()).done)
  })

  test('a writer of the outer record does not wait', async () => {
    const id = randomUUID()
    const changeContact = operation({
      name: 'change_contact',
      summary: 'Change a contact',
      access: 'contacts:write',
      does: ['replaces'],
      unaudited: 'event',
      route: 'PATCH /contacts/:id',
      status: 200,
      input: z.strictObject({ id: z.string() }),
      output: z.null(),
      run: ({ store }) => store.write(async () => null),
    })
    await holding(id, randomUUID(), () => invoke(changeContact, instance.acme.context, { id }))
  })
})
