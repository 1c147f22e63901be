import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import type { Context } from '../context.ts'
import { operations } from '../index.ts'
import { invoke } from './invoke.ts'
import { operation } from './operation.ts'

const { createContact, listContacts } = operations

/** An operation that is declared to read. */
const declaredToRead = (run: (context: Context) => Promise<unknown>) =>
  operation({
    name: 'planted',
    summary: 'Look at a contact',
    access: 'contacts:read',
    does: ['reads'],
    route: 'POST /contacts/:id/look',
    status: 200,
    input: z.strictObject({ id: z.string() }),
    output: z.unknown(),
    run,
  })

describe.each(ENGINES)('an operation that is declared to read, on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const look = (run: (context: Context) => Promise<unknown>, conditions = {}) =>
    invoke(declaredToRead(run), instance.acme.context, { id: 'x' }, conditions)
  const contacts = async () => (await instance.acme.invoke(listContacts, {})).data

  test.each([
    ['in a transaction', ({ store }: Context) => store.write(async (tx) => tx.stamp)],
    [
      'by an operation that it invokes',
      (context: Context) => invoke(createContact, context, { email: 'planted@example.com', first_name: 'Pia' }),
    ],
  ])('fails when it writes %s', async (_, run) => {
    for (const conditions of [{}, { ifMatch: '*' }, { idempotencyKey: 'a' }])
      await expect(look(run, conditions)).rejects.toThrow(
        'The operation planted is declared to read (does), and writes',
      )
    expect(await contacts()).toEqual([])
  })

  test('reads, also by an operation that it invokes', async () => {
    const { value } = await look(async (context) => (await invoke(listContacts, context, {})).value.data)
    expect(value).toEqual([])
  })
})
