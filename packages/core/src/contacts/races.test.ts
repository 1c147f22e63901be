import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { AppError, type Bound, operations } from '../index.ts'

const {
  createContact,
  createEnrollment,
  createOrganisation,
  deleteContact,
  deleteContacts,
  getOrganisation,
  listContacts,
  listEnrollments,
  moveContacts,
  restoreContacts,
  updateContact,
} = operations

const [SIDES, ROUNDS, CONTACTS] = [12, 8, 20]
/** What a request may be answered when another one was first. */
const OUTRUN = ['not_found', 'validation_error']

describe.each(ENGINES)('contacts that are deleted, restored and moved from twelve sides on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine, { poolSize: SIDES })
    acme = instance.acme
  })
  afterAll(() => instance.close())

  test('each change of state happens once: events, tombstones, counts and rows agree, and no request fails', async () => {
    const organisations = await Promise.all(
      ['East', 'West', 'South'].map(async (name) => (await acme.invoke(createOrganisation, { name })).data.id),
    )
    const guide_id = (await publishedGuide(acme)).id
    const ids: string[] = []
    for (let number = 0; number < CONTACTS; number++) {
      const email = `race${number}@example.com`
      const { data } = await acme.invoke(createContact, { email, first_name: 'R', organisation_id: organisations[0] })
      await acme.invoke(createEnrollment, { contact_id: data.id, guide_id })
      ids.push(data.id)
    }
    const said = { deleted: new Map<string, number>(), restored: new Map<string, number>() }
    const add = (counts: Map<string, number>, done: readonly string[]) => {
      for (const id of done) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const failures: unknown[] = []
    const side = async (number: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const at = number * 7 + round * 3
        const some = ids.filter((_, index) => (index + at) % 3 !== 0)
        const one = ids[at % CONTACTS] ?? ''
        const organisation_id = [...organisations, null][at % 4] ?? null
        const acts = [
          async () => add(said.deleted, (await acme.invoke(deleteContacts, { ids: some })).data.ids),
          async () => add(said.restored, (await acme.invoke(restoreContacts, { ids: some.toReversed() })).data.ids),
          async () => void (await acme.invoke(moveContacts, { ids: some, organisation_id })),
          async () => {
            await acme.invoke(deleteContact, { id: one })
            add(said.deleted, [one])
          },
          async () => void (await acme.invoke(updateContact, { id: one, organisation_id })),
        ]
        try {
          await acts[(number + round) % acts.length]?.()
        } catch (error) {
          if (!(error instanceof AppError && OUTRUN.includes(error.code))) failures.push(error)
        }
      }
    }
    await Promise.all(Array.from({ length: SIDES }, (_, number) => side(number)))
    expect(failures).toEqual([])

    const { rows, tombstones } = await instance.handrail.database.read(async ({ db, tables }) => ({
      rows: await db.select().from(tables.contacts),
      tombstones: await db.select().from(tables.tombstones),
    }))
    const gone = rows.filter(({ deleted_at }) => deleted_at !== null)
    expect(tombstones.map(({ id, deleted_at }) => [id, deleted_at]).sort()).toEqual(
      gone.map(({ id, deleted_at }) => [id, deleted_at]).sort(),
    )
    const events = (await eventsOf(instance, acme)).filter(({ type }) => type.startsWith('contact.'))
    for (const { id, deleted_at, organisation_id } of rows) {
      const own = events.filter(({ data }) => data.id === id)
      // Created and deleted in turns, and changed only while it is there.
      const states = own.map(({ type }) => type).filter((type) => type !== 'contact.updated')
      expect(states).toEqual(states.map((_, index) => (index % 2 === 0 ? 'contact.created' : 'contact.deleted')))
      expect(states.at(-1)).toBe(deleted_at === null ? 'contact.created' : 'contact.deleted')
      const whileGone = own.filter(
        ({ type }, index) => type === 'contact.updated' && lastState(own.slice(0, index)) === 'contact.deleted',
      )
      expect(whileGone).toEqual([])
      expect(states.filter((type) => type === 'contact.deleted')).toHaveLength(said.deleted.get(id) ?? 0)
      expect(states.filter((type) => type === 'contact.created')).toHaveLength(1 + (said.restored.get(id) ?? 0))
      expect(own.at(-1)?.data.organisation_id ?? null).toBe(organisation_id)
    }
    const live = rows.filter(({ deleted_at }) => deleted_at === null)
    expect((await acme.invoke(listContacts, {})).meta.total).toBe(live.length)
    for (const id of organisations) {
      const { contacts_count } = (await acme.invoke(getOrganisation, { id })).data
      expect(contacts_count).toBe(live.filter(({ organisation_id }) => organisation_id === id).length)
    }
    const placed = new Map(rows.map(({ id, organisation_id }) => [id, organisation_id]))
    for (const { contact_id, organisation_id } of (await acme.invoke(listEnrollments, { per_page: 100 })).data)
      expect(organisation_id).toBe(placed.get(contact_id))
  })
})

function lastState(events: readonly { type: string }[]): string | undefined {
  return events.map(({ type }) => type).findLast((type) => type !== 'contact.updated')
}
