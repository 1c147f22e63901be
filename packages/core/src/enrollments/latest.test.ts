import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { AppError, type Bound, type InputOf, operations } from '../index.ts'
import { addSampleData } from '../sample/add-sample-data.ts'
import { createRandom } from '../sample/random.ts'

const {
  batchContacts,
  batchEnrollments,
  changeEnrollments,
  checkImport,
  completeStep,
  continueImport,
  createContact,
  createEnrollment,
  createImport,
  createOrganisation,
  deleteContact,
  deleteContacts,
  deleteEnrollment,
  eraseContact,
  listContacts,
  moveContacts,
  restoreContacts,
  runImport,
  undoImport,
  updateEnrollment,
} = operations

const STEPS = 300
const STATUSES = ['none', 'unfinished', 'completed'] as const
const SORTS = ['latest_enrollment_at', 'last_activity_at'] as const

type Filters = InputOf<typeof listContacts>

describe.each(ENGINES)('the latest enrollment of each contact on %s', (engine) => {
  let instance: Instance
  let guides: Awaited<ReturnType<typeof publishedGuide>>[]
  beforeAll(async () => {
    instance = await openInstance(engine, { imports: false, poolSize: 8 })
    guides = []
    for (const title of ['A', 'B', 'C', 'D']) guides.push(await publishedGuide(instance.acme, title))
  })
  afterAll(() => instance.close())

  const rowsOf = ({ context: { caller } }: Bound) =>
    instance.handrail.database.read(async ({ db, tables: { contacts: c, enrollments: e } }) => ({
      contacts: await db.select().from(c).where(eq(c.workspace_id, caller.workspace_id)),
      enrollments: await db.select().from(e).where(eq(e.workspace_id, caller.workspace_id)),
    }))

  /** The marks as they are computed from all rows. */
  async function requireMarks(bound: Bound, what: string) {
    const { contacts, enrollments } = await rowsOf(bound)
    const latest = new Map(enrollments.toSorted(byTime).map((one) => [one.contact_id, one]))
    const live = contacts.filter(({ deleted_at }) => deleted_at === null)
    const marked = enrollments.filter(({ is_latest }) => is_latest)
    expect(idsOf(marked), what).toEqual(idsOf(live.flatMap(({ id }) => latest.get(id) ?? [])))
    const enrolled = contacts.filter(({ is_enrolled }) => is_enrolled)
    expect(idsOf(enrolled), what).toEqual(idsOf(contacts.filter(({ id }) => latest.has(id))))
    return { live, latest }
  }

  /** Every contact once and in order, by cursor and by number, with filters too. */
  async function requireOrders(bound: Bound, per_page: number, filters: Filters[], what: string) {
    const { live, latest } = await requireMarks(bound, what)
    const never = live.filter(({ id }) => !latest.has(id)).toSorted(byTime)
    for (const filter of filters) {
      const { data } = await bound.invoke(listContacts, { ...filter, per_page: 100, cursor: '' })
      const matching = new Set(data.map(({ id }) => id))
      const inGuide = filter.enrollment_status === 'none' ? undefined : filter.guide_id
      const own = inGuide === undefined ? latest : await latestIn(bound, inGuide)
      for (const sort of SORTS)
        for (const order of ['asc', 'desc'] as const) {
          const key = ({ id }: { id: string }) =>
            own.get(id)?.[sort === 'last_activity_at' ? sort : 'created_at'] ?? null
          const tie = ({ id }: { id: string }) => (inGuide === undefined ? id : own.get(id)?.id) ?? ''
          const enrolled = live.filter(({ id }) => own.has(id))
          const timed = enrolled.filter((one) => key(one) !== null)
          const sorted = [
            ...inOrder(order, timed, (one) => `${key(one)} ${tie(one)}`),
            ...inOrder(
              order,
              enrolled.filter((one) => key(one) === null),
              tie,
            ),
            ...never.toReversed(),
          ]
          const expected = sorted.map(({ id }) => id).filter((id) => matching.has(id))
          const query = { ...filter, sort, order, per_page }
          const why = `${what}, ${JSON.stringify(query)}`
          const walked: string[] = []
          for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
            const page: Awaited<ReturnType<typeof list>> = await list(bound, { ...query, cursor })
            walked.push(...page.data.map(({ id }) => id))
            cursor = page.meta.next_cursor
          }
          expect(walked, why).toEqual(expected)
          const second = await list(bound, { ...query, page: 2 })
          expect(
            second.data.map(({ id }) => id),
            why,
          ).toEqual(expected.slice(per_page, 2 * per_page))
          expect(second.meta.total, why).toBe(expected.length)
        }
    }
  }
  async function latestIn(bound: Bound, guide_id: string) {
    const { enrollments } = await rowsOf(bound)
    const own = enrollments.filter((one) => one.guide_id === guide_id).toSorted(byTime)
    return new Map(own.map((one) => [one.contact_id, one]))
  }
  const list = (bound: Bound, query: object) => bound.invoke(listContacts, query)

  test('its marks and the sorted pages stay those of the rows through any history', async () => {
    const { acme, clock } = instance
    const random = createRandom(20_281_111)
    const among = <T>(some: readonly T[]) => some[Math.floor(random() * some.length)]
    const { id: organisation_id } = (await acme.invoke(createOrganisation, { name: 'Oak' })).data
    let made = 0
    /** The import that can be undone. One is enough: it starts threads. */
    let imported: string | undefined
    let hasImported = false
    const add = async () => {
      const first_name = made % 2 ? 'Odd' : 'Even'
      await acme.invoke(createContact, { email: `h${made++}@history.example`, first_name })
    }
    const finish = async (id: string) => {
      while ((await acme.invoke(continueImport, { id })).data.status.endsWith('ing'));
    }
    const step = async () => {
      const { contacts, enrollments } = await rowsOf(acme)
      const live = contacts.filter(({ deleted_at }) => deleted_at === null)
      const gone = contacts.filter(({ deleted_at }) => deleted_at !== null)
      const contact_id = among(live)?.id ?? ''
      const guide = among(guides) ?? guides[0]
      const guide_id = guide?.id ?? ''
      const enrollment = among(enrollments)
      const id = enrollment?.id ?? ''
      const enroll = () => acme.invoke(createEnrollment, { contact_id, guide_id })
      const acts = {
        add,
        enroll,
        enrollAgain: enroll,
        enrollMany: () =>
          acme.invoke(batchEnrollments, {
            items: live
              .slice(0, 3)
              .map((one) => ({ action: 'upsert' as const, data: { contact_id: one.id, guide_id } })),
          }),
        finish: () => acme.invoke(updateEnrollment, { id, status: 'completed' }),
        advance: async () => {
          const of = guides.find((one) => one.id === enrollment?.guide_id)
          const step_id = among(of?.sections.flatMap(({ steps }) => steps) ?? [])?.id ?? ''
          await acme.invoke(completeStep, { id, step_id })
        },
        expire: () => acme.invoke(changeEnrollments, { ids: [id], change: { action: 'expire' } }),
        reopen: () => acme.invoke(changeEnrollments, { ids: [id], change: { action: 'reopen' } }),
        unenroll: () => acme.invoke(deleteEnrollment, { id }),
        unenrollMany: () =>
          acme.invoke(batchEnrollments, {
            items: enrollments
              .filter((one) => one.contact_id === enrollment?.contact_id)
              .map((one) => ({ action: 'delete' as const, id: one.id })),
          }),
        remove: () => acme.invoke(deleteContact, { id: contact_id }),
        removeMany: () => acme.invoke(deleteContacts, { ids: [contact_id, among(live)?.id ?? contact_id] }),
        removeInBatch: () => acme.invoke(batchContacts, { items: [{ action: 'delete', id: contact_id }] }),
        restore: () => acme.invoke(restoreContacts, { ids: gone.map((one) => one.id) }),
        move: () =>
          acme.invoke(moveContacts, { ids: [contact_id], organisation_id: among([organisation_id, null]) ?? null }),
        erase: () => acme.invoke(eraseContact, { id: among(contacts)?.id ?? '' }),
        import: async () => {
          if (hasImported) return add()
          hasImported = true
          const known = live.slice(0, 2).map(({ email }) => email)
          const content = Readable.from([Buffer.from(['email', ...known, `i${made++}@history.example`].join('\n'))])
          const { data } = await acme.invoke(createImport, { resource: 'contacts', name: 'people.csv', content })
          await finish(data.id)
          await acme.invoke(checkImport, { id: data.id, mapping: ['email'], enroll_in: guide_id })
          await finish(data.id)
          await acme.invoke(runImport, { id: data.id })
          await finish(data.id)
          imported = data.id
        },
        undo: async () => {
          if (imported === undefined) return
          await acme.invoke(undoImport, { id: imported })
          await finish(imported)
          imported = undefined
        },
      }
      const name = among(Object.keys(acts) as (keyof typeof acts)[]) ?? 'add'
      // Some follow each other within a millisecond.
      if (random() < 0.7) clock.now = new Date(clock.now.getTime() + 1000)
      try {
        await acts[name]()
        return name
      } catch (error) {
        if (error instanceof AppError && ['validation_error', 'not_found'].includes(error.code))
          return `${name}, refused`
        throw error
      }
    }
    for (let number = 0; number < 12; number++) await add()
    const done = new Set<string>()
    for (let number = 0; number < STEPS; number++) {
      const what = await step()
      const guide_id = among(guides)?.id ?? ''
      done.add(what)
      await requireMarks(acme, `step ${number}: ${what}`)
      if (number % 15 === 14)
        await requireOrders(
          acme,
          2 + (number % 4),
          [
            ...[{}, { query: 'od' }, { organisation_id }, { enrollment_status: among(STATUSES) }],
            ...[{ guide_id }, { guide_id, query: 'od' }, { guide_id, enrollment_status: among(STATUSES) }],
          ],
          `after step ${number}: ${what}`,
        )
    }
    expect([...done].filter((name) => !name.includes('refused'))).toHaveLength(18)
  })

  test('it is the newest where enrollments are stored in another order, and the migration finds the same', async () => {
    const { other } = instance
    await addSampleData(other.context, undefined)
    await requireOrders(other, 7, [{}, { query: 'a' }], 'sample')
    const { data } = await other.invoke(listContacts, { enrollment_status: 'completed', per_page: 2 })
    await other.invoke(deleteContacts, { ids: data.map(({ id }) => id) })
    const migration = new URL(`../../migrations/${engine}/0048_orders_of_contacts.sql`, import.meta.url)
    const marking = readFileSync(migration, 'utf8')
      .split('--> statement-breakpoint')
      .filter((statement) => statement.includes('UPDATE'))
    await instance.handrail.database.write(async ({ db, connection, tables }) => {
      await db.update(tables.contacts).set({ is_enrolled: false })
      await db.update(tables.enrollments).set({ is_latest: false })
      for (const statement of marking) await connection.run(statement, [])
    })
    await requireOrders(other, 7, [{}], 'migrated')
  })

  test('requests at once leave one for each contact', async () => {
    const { acme } = instance
    for (let round = 0; round < 12; round++) {
      const { data } = await acme.invoke(createContact, { email: `race${round}@history.example`, first_name: 'Race' })
      const enroll = (at: number) =>
        acme
          .invoke(createEnrollment, { contact_id: data.id, guide_id: guides[at]?.id ?? '' })
          .then((made) => made.data.id)
      const first = round % 3 === 0 ? [] : [await enroll(0)]
      const remove = first.map((id) => acme.invoke(deleteEnrollment, { id }))
      const undo = async () => {
        await acme.invoke(deleteContacts, { ids: [data.id] })
        await acme.invoke(restoreContacts, { ids: [data.id] })
      }
      await Promise.allSettled([...remove, ...[1, 2, 3].map(enroll), ...(round % 2 ? [undo()] : [])])
      await requireMarks(acme, `round ${round}`)
      const { enrollments } = await rowsOf(acme)
      const [oldest, ...newer] = enrollments.filter((one) => one.contact_id === data.id).toSorted(byTime)
      await Promise.all(newer.map(({ id }) => acme.invoke(deleteEnrollment, { id })))
      await requireMarks(acme, `round ${round}, but the oldest deleted`)
      // None may be left: the contact may have been deleted before it was enrolled.
      if (oldest) await acme.invoke(deleteEnrollment, { id: oldest.id })
      await requireMarks(acme, `round ${round}, all deleted`)
    }
  })
})

const byTime = (a: { created_at: string; id: string }, b: { created_at: string; id: string }) =>
  a.created_at + a.id < b.created_at + b.id ? -1 : 1

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id).toSorted()
}

function inOrder<T>(order: 'asc' | 'desc', rows: readonly T[], key: (row: T) => string): T[] {
  const sorted = rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
  return order === 'asc' ? sorted : sorted.toReversed()
}
