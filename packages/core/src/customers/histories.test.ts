import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneOf, upTo } from '../../test/dated-plans.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { HEALTHS } from '../enrollments/contract.ts'
import { type Bound, operations } from '../index.ts'
import type { OutputOf } from '../operation/operation.ts'
import { createRandom } from '../sample/random.ts'
import { addCalendarDays } from '../working-calendar/working-days.ts'

const {
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  deleteEnrollment,
  listCustomers,
  listEnrollments,
  publishGuide,
  updateContact,
  updateEnrollment,
} = operations

const HISTORIES = Number(process.env.HANDRAIL_TEST_HISTORIES ?? 3)
const CHANGES = 30

type Random = () => number
type Row = OutputOf<typeof listCustomers>['data'][number]
type Plan = OutputOf<typeof listEnrollments>['data'][number]
interface Asked {
  sort: 'health' | 'target_date' | 'created_at'
  order: 'asc' | 'desc'
  health?: string
  guide_id?: string
  status?: 'in_progress'
  target_before?: string
}

/** The rows as anybody would compute them from all plans. */
function expected(plans: readonly Plan[], { sort, order, health, guide_id, status, target_before }: Asked) {
  const matching = plans.filter(
    (plan) =>
      (health === undefined || health.split(',').includes(plan.health)) &&
      (guide_id === undefined || plan.guide_id === guide_id) &&
      (status === undefined || plan.status === status) &&
      (target_before === undefined || (plan.target_date !== null && plan.target_date < target_before)),
  )
  const text = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  const newest = (a: Plan, b: Plan) => text(b.created_at, a.created_at) || text(b.id, a.id)
  const sign = order === 'asc' ? 1 : -1
  const compare = {
    health: (a: Plan, b: Plan) => sign * (HEALTHS.indexOf(a.health) - HEALTHS.indexOf(b.health)) || newest(a, b),
    target_date: (a: Plan, b: Plan) => sign * (text(a.target_date ?? '~', b.target_date ?? '~') || text(a.id, b.id)),
    created_at: (a: Plan, b: Plan) => -sign * newest(a, b),
  }[sort]
  const sorted = matching.toSorted(compare)
  const groups = Map.groupBy(sorted, ({ organisation_id, id }) => organisation_id ?? id)
  return [...groups].map(([id, own]) => ({
    id,
    plan: own[0]?.id,
    plans_count: own.length,
    health: HEALTHS.find((one) => own.some((plan) => plan.health === one)),
    last_activity_at:
      own
        .map(({ last_activity_at }) => last_activity_at ?? '')
        .toSorted()
        .at(-1) || null,
  }))
}

const shown = ({ id, plan, plans_count, health, last_activity_at }: Row) => ({
  id,
  plan: plan.id,
  plans_count,
  health,
  last_activity_at,
})

async function allCustomers(bound: Bound, asked: Asked): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: OutputOf<typeof listCustomers> = await bound.invoke(listCustomers, { ...asked, cursor, per_page: 4 })
    rows.push(...page.data)
    cursor = page.meta.next_cursor
  }
  return rows
}

describe.each(ENGINES)('random histories of customers on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const on = (days: number) => String(addCalendarDays(instance.clock.now.toISOString().slice(0, 10), days))
  let made = 0

  async function guideOf(bound: Bound, random: Random) {
    const steps = Array.from({ length: 3 }, (_, at) => ({
      title: `Step ${at}`,
      ...(random() < 0.7 && { due: { days: upTo(random, 9), from: 'enrolled' } }),
    }))
    const { data } = await bound.invoke(createGuide, { title: `Guide ${++made}`, sections: [{ title: 'All', steps }] })
    const { sections } = (await bound.invoke(publishGuide, { id: data.id })).data
    return { id: data.id, steps: sections.flatMap((section) => section.steps.map(({ id }) => id)) }
  }

  async function story(bound: Bound, random: Random) {
    const guides = [await guideOf(bound, random), await guideOf(bound, random)]
    const organisations: string[] = []
    for (let at = 0; at < 4; at++)
      organisations.push((await bound.invoke(createOrganisation, { name: `O${at}` })).data.id)
    const guide = () => guides[upTo(random, 2)] ?? { id: '', steps: [] }
    const place = () => (random() < 0.25 ? null : (organisations[upTo(random, 4)] ?? null))
    const plans: { id: string; contact_id: string; steps: string[] }[] = []
    const any = () => plans[upTo(random, plans.length)]
    const change = async () => {
      const one = any()
      const kind = one
        ? oneOf(random, 'enroll', 'enroll', 'enroll', 'complete', 'wait', 'target', 'close', 'move', 'delete')
        : 'enroll'
      if (kind === 'wait') wait(instance, { days: upTo(random, 4) })
      if (kind === 'enroll' || !one) {
        const email = `h${++made}@customers.example`
        const { data } = await bound.invoke(createContact, { email, first_name: 'H', organisation_id: place() })
        const { id, steps } = guide()
        const target_date = random() < 0.5 ? on(upTo(random, 20)) : null
        const enrolled = await bound.invoke(createEnrollment, { contact_id: data.id, guide_id: id, target_date })
        plans.push({ id: enrolled.data.id, contact_id: data.id, steps })
      } else if (kind === 'complete')
        await bound.invoke(completeStep, { id: one.id, step_id: one.steps[upTo(random, 3)] ?? '' })
      else if (kind === 'target')
        await bound.invoke(updateEnrollment, { id: one.id, target_date: on(upTo(random, 30)) })
      else if (kind === 'close') await bound.invoke(updateEnrollment, { id: one.id, status: 'expired' })
      else if (kind === 'move') await bound.invoke(updateContact, { id: one.contact_id, organisation_id: place() })
      else if (kind === 'delete') {
        await bound.invoke(deleteEnrollment, { id: one.id })
        plans.splice(plans.indexOf(one), 1)
      }
    }
    // What is refused, such as completing a step of a closed enrollment, changes nothing.
    for (let at = 0; at < CHANGES; at++)
      await change().catch((error: { code?: string }) => expect(error.code).toMatch(/validation_error|conflict/))
    await instance.handrail.upkeep()
    return { guides }
  }

  test.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
    'list the same as a plain computation (%i)',
    async (seed) => {
      const random = createRandom(seed)
      const operator = await instance.handrail.asSystem()
      const { data } = await operator.invoke(operations.createWorkspace, { name: `H${seed}` })
      const bound = await instance.handrail.asSystem(data.id)
      const { guides } = await story(bound, random)
      const plans: Plan[] = []
      for (let page = 1, more = true; more; page++) {
        const listed = await bound.invoke(listEnrollments, { per_page: 100, page })
        plans.push(...listed.data)
        more = listed.data.length === 100
      }
      const filters: Partial<Asked>[] = [
        {},
        { health: 'late' },
        { health: 'none,late' },
        { health: 'late,at_risk,on_track' },
        { guide_id: guides[0]?.id ?? '' },
        { status: 'in_progress' },
        { target_before: on(5), health: 'late,on_track' },
      ]
      for (const filter of filters)
        for (const sort of ['health', 'target_date', 'created_at'] as const)
          for (const order of ['asc', 'desc'] as const) {
            const asked = { ...filter, sort, order }
            const rows = await allCustomers(bound, asked)
            expect(rows.map(shown), JSON.stringify(asked)).toEqual(expected(plans, asked))
          }
    },
  )
})
