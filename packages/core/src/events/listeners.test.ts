import { afterEach, expect, test } from 'vitest'
import { ENGINES, type Engine, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { type HandrailEvent, operations } from '../index.ts'

const { createContact, createEnrollment, updateContact } = operations

let instance: Instance
const errors: unknown[] = []
afterEach(async () => {
  errors.length = 0
  await instance.close()
})

async function open(engine: Engine) {
  instance = await openInstance(engine, { onError: (error) => errors.push(error) })
  return instance
}

const contact = (email: string) => ({ email, first_name: 'Zoe' })

test.each(ENGINES)('a listener on %s is called after the commit, with the data of its type', async (engine) => {
  const { handrail, acme } = await open(engine)
  const created = Promise.withResolvers<HandrailEvent<'enrollment.created'>>()
  handrail.on('enrollment.created', created.resolve)
  const { data } = await acme.invoke(createContact, contact('zoe@harbour.example'))
  const guide = await publishedGuide(acme)
  await acme.invoke(createEnrollment, { contact_id: data.id, guide_id: guide.id })
  const { event, workspace_id, data: enrollment } = await created.promise
  expect([event, workspace_id]).toEqual(['enrollment.created', acme.caller.workspace_id])
  // These names compile for this type alone; the token is stored encrypted.
  expect(enrollment.contact.email).toBe('zoe@harbour.example')
  expect(await handrail.asContact(enrollment.access_token ?? '')).toBeDefined()
})

test.each(ENGINES)(
  'listeners on %s get events in the order of the commits, and none of what was undone',
  async (engine) => {
    const { handrail, acme } = await open(engine)
    const seen: string[] = []
    handrail.on('*', ({ event, data }) => void seen.push(`${event} ${'first_name' in data ? data.first_name : ''}`))
    const { data } = await acme.invoke(createContact, contact('zoe@harbour.example'))
    await expect(acme.invoke(createContact, contact('zoe@harbour.example'))).rejects.toThrow()
    for (const first_name of ['One', 'Two', 'Three']) await acme.invoke(updateContact, { id: data.id, first_name })
    expect(seen).toEqual(['contact.created Zoe', 'contact.updated One', 'contact.updated Two', 'contact.updated Three'])
  },
)

test.each(ENGINES)(
  'a listener that fails on %s is reported, and stops neither others nor the change',
  async (engine) => {
    const { handrail, acme } = await open(engine)
    const seen: string[] = []
    handrail.on('contact.created', () => {
      throw new Error('at once')
    })
    handrail.on('contact.created', async () => {
      throw new Error('later')
    })
    handrail.on('contact.created', ({ data }) => void seen.push(data.email))
    await acme.invoke(createContact, contact('zoe@harbour.example'))
    await expect.poll(() => errors.map(String).toSorted()).toEqual(['Error: at once', 'Error: later'])
    expect(seen).toEqual(['zoe@harbour.example'])
  },
)

test('a listener ends by the returned function, by `off` and by a signal', async () => {
  const { handrail, acme } = await open('sqlite')
  const seen: string[] = []
  const hear = (name: string) => () => void seen.push(name)
  const [returned, offed, signalled, kept] = ['returned', 'off', 'signal', 'kept'].map(hear)
  if (!returned || !offed || !signalled || !kept) return
  const aborting = new AbortController()
  const end = handrail.on('contact.created', returned)
  handrail.on('contact.created', offed)
  handrail.on('contact.created', signalled, { signal: aborting.signal })
  handrail.on('contact.created', signalled, { signal: AbortSignal.abort() })
  handrail.on('contact.created', kept)
  await acme.invoke(createContact, contact('one@harbour.example'))
  expect(seen).toEqual(['returned', 'off', 'signal', 'kept'])
  end()
  handrail.off('contact.created', offed)
  aborting.abort()
  await acme.invoke(createContact, contact('two@harbour.example'))
  expect(seen.slice(4)).toEqual(['kept'])
})
