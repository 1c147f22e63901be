import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneOf, someSections, upTo } from '../../../../test/dated-plans.ts'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../../../test/instance.ts'
import { moveToLatest } from '../../../../test/moves.ts'
import { wait } from '../../../../test/people.ts'
import { ruleFaults } from '../../../guides/dates/circles.ts'
import { datedSections } from '../../../guides/dates/dated-sections.ts'
import { type DatedSection, outlineOf } from '../../../guides/dates/outline.ts'
import { operations } from '../../../index.ts'
import { createRandom } from '../../../sample/random.ts'
import type { StoredSection } from '../../../storage/tables/guides.ts'
import { dayIn, later } from '../../../times.ts'
import { workingDaysOf } from '../../../working-calendar/calendar.ts'
import { addCalendarDays } from '../../../working-calendar/working-days.ts'
import { type DateFacts, dueDates } from '../../dates/due-dates.ts'
import { healthOf } from '../../dates/health.ts'
import type { EnrollmentRow } from '../../store.ts'

const {
  askQuestion,
  changeGuideDraft,
  clearStuck,
  completeStep,
  createContact,
  createEnrollment,
  createGuide,
  publishGuide,
  setWorkingCalendar,
  updateEnrollment,
  updateEnrollmentStep,
  updateWorkspace,
} = operations

const HISTORIES = Number(process.env.HANDRAIL_TEST_HISTORIES ?? 4)
const CHANGES = 25
const DAY_MS = 86_400_000

type Random = () => number

/** Sections of a guide that can be published, with rules of every kind. */
function publishable(random: Random) {
  for (;;) {
    const sections = someSections(random).map((section) => ({ ...section, steps: [...section.steps] }))
    if (sections.every(({ steps }) => steps.length === 0) || ruleFaults(sections).length > 0) continue
    return withIds(sections)
  }
}

/** The same with ids that guides take. */
function withIds(sections: readonly DatedSection[]) {
  const ids = new Map(sections.flatMap(({ steps }) => steps.map(({ id }) => [id, randomUUID()])))
  const idOf = (name: string) => ids.get(name) ?? name
  return sections.map(({ title, opens = 'at_once', steps }) => ({
    title,
    opens: typeof opens === 'object' ? { ...opens, from: idOf(opens.from) } : opens,
    steps: steps.map(({ id, title: own, due, counted }) => ({
      id: idOf(id),
      title: own,
      required: counted,
      ...(due && { due: { ...due, from: idOf(due.from) } }),
    })),
  }))
}

describe.each(ENGINES)('random histories of enrollments on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  /** Everything that is stored of an enrollment. */
  const stored = (id: string) =>
    instance.handrail.database.read(async ({ db, tables }) => {
      const { workspace_id } = instance.acme.context.caller
      const all = async (table: 'step_completions' | 'enrollment_steps' | 'messages') =>
        (await db.select().from(tables[table])).filter((row) => row.enrollment_id === id)
      const enrollment = (await db.select().from(tables.enrollments)).find((row) => row.id === id) as EnrollmentRow
      const version = (await db.select().from(tables.guide_versions)).find(
        (row) => row.id === enrollment.guide_version_id,
      )
      const workspace = (await db.select().from(tables.workspaces)).find((row) => row.id === workspace_id)
      const calendar = (await db.select().from(tables.working_calendars)).find(
        (row) => row.workspace_id === workspace_id,
      )
      return {
        enrollment,
        sections: version?.sections ?? [],
        time_zone: workspace?.time_zone ?? '',
        calendar: {
          working_days: calendar?.working_days ?? [1, 2, 3, 4, 5],
          holidays: calendar?.holidays.map(({ date }) => date) ?? [],
        },
        // The tables by their names.
        completions: (await all('step_completions')) as { step_id: string; completed_at: string }[],
        rows: (await all('enrollment_steps')) as {
          step_id: string
          due_on: string | null
          due_is_manual: boolean
          skipped_at: string | null
          is_open: boolean
          overdue_at: string | null
        }[],
        stuck: ((await all('messages')) as { step_id: string | null; kind: string; cleared_at: string | null }[])
          .filter(({ kind, cleared_at }) => kind === 'stuck' && cleared_at === null)
          .map(({ step_id }) => ({ step_id, participant_id: null })),
      }
    })

  /** Compares what is stored with what the pure functions give, from facts that are read in another way. */
  async function compare(id: string) {
    const { enrollment, sections, time_zone, calendar, completions, rows, stuck } = await stored(id)
    const { status, last_activity_at, health, health_reason } = enrollment
    // A closed enrollment is computed again when it opens.
    if (status !== 'invited' && status !== 'in_progress') return expect(health).toBe('none')
    const day = (time: string) => dayIn(time_zone, time)
    const doneAt = new Map(completions.map(({ step_id, completed_at }) => [step_id, completed_at]))
    for (const { step_id, skipped_at } of rows)
      if (skipped_at !== null && !doneAt.has(step_id)) doneAt.set(step_id, skipped_at)
    const outline = outlineOf(datedSections(sections))
    const openedAt = openings(sections, doneAt, outline.steps)
    const facts: DateFacts = {
      enrolled_on: day(enrollment.created_at),
      started_on: enrollment.started_at && day(enrollment.started_at),
      target_date: enrollment.target_date,
      done: new Map([...doneAt].map(([step, time]) => [step, day(time)])),
      opened: new Map([...openedAt].map(([section, time]) => [section, day(time)])),
      manual: new Map(rows.filter((row) => row.due_is_manual).map((row) => [row.step_id, row.due_on])),
    }
    const plan = { outline, calendar: workingDaysOf(calendar), facts }
    const own = new Set(outline.steps.map((step) => step.id))
    const dates = new Map(rows.filter((row) => own.has(row.step_id)).map((row) => [row.step_id, row.due_on]))
    for (const [step, due_on] of dueDates(plan)) expect(dates.get(step) ?? null).toBe(due_on)

    const now = instance.clock.now.toISOString()
    const inactive = new Map<string, null>()
    for (const [at, section] of sections.entries()) {
      const { opens = 'at_once' } = outline.sections[at] ?? {}
      // What opens on a date is left out: these guides have none then.
      const opened = opens === 'at_once' ? enrollment.created_at : openedAt.get(section.id)
      if (opened === undefined || typeof opens === 'object') continue
      for (const step of section.steps)
        if ((last_activity_at ?? '') < opened && !doneAt.has(step.id)) inactive.set(step.id, null)
    }
    const stalls_at = status === 'in_progress' && last_activity_at !== null ? later(last_activity_at, 5 * DAY_MS) : null
    const moment = { now, today: day(now), time_zone }
    const expected = healthOf(plan, { stuck, inactive, stalls_at }, moment)
    const known = { health, code: health_reason?.code ?? null, step: health_reason?.step_id ?? null }
    const reason = expected.reason
    expect(known).toEqual({
      health: expected.health,
      code: reason?.code ?? null,
      step: (reason && 'step_id' in reason ? reason.step_id : null) ?? null,
    })
  }

  /** When sections opened after the counted steps before them. */
  function openings(
    sections: readonly StoredSection[],
    doneAt: ReadonlyMap<string, string>,
    steps: readonly { id: string; counted: boolean }[],
  ) {
    const counted = new Set(steps.filter((step) => step.counted).map(({ id }) => id))
    const opened = new Map<string, string>()
    for (const [at, { id, opens }] of sections.entries()) {
      const before = sections.slice(0, at).flatMap((section) => section.steps.filter((step) => counted.has(step.id)))
      const times = before.map((step) => doneAt.get(step.id))
      if (opens === 'after_previous' && before.length > 0 && times.every((time) => time !== undefined))
        opened.set(id, times.toSorted().at(-1) ?? '')
    }
    return opened
  }

  async function upkeep() {
    for (let pass = 0; pass < 3; pass++) {
      instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
      await instance.handrail.upkeep()
    }
  }

  async function history(seed: number) {
    const random = createRandom(seed)
    const { acme, handrail } = instance
    const sections = publishable(random)
    const given = {
      title: `History ${seed}`,
      sections,
      ...(random() < 0.5 && { target_after_days: upTo(random, 15) + 1 }),
    }
    const { data: draft } = await acme.invoke(createGuide, given)
    const { data: guide } = await acme.invoke(publishGuide, { id: draft.id })
    const contact = await acme.invoke(createContact, { email: `${engine}${seed}@example.com`, first_name: 'A' })
    const enrolling = { contact_id: contact.data.id, guide_id: guide.id }
    const { data: enrollment } = await acme.invoke(createEnrollment, enrolling)
    const { id, access_token } = enrollment
    const ids = sections.flatMap(({ steps }) => steps.map((step) => step.id))
    const anyStep = () => ids[upTo(random, ids.length)] ?? ''
    const anyDate = () => addCalendarDays(dayIn('UTC', instance.clock.now.toISOString()), upTo(random, 20) + 1)
    const asContact = await handrail.asContact(access_token)
    const place = () => ({ id, step_id: anyStep() })
    const done: string[] = []

    const changes: Record<string, () => Promise<unknown>> = {
      complete: () => acme.invoke(completeStep, place()),
      target: () => acme.invoke(updateEnrollment, { id, target_date: random() < 0.2 ? null : anyDate() }),
      date: () => acme.invoke(updateEnrollmentStep, { ...place(), due_on: random() < 0.3 ? null : anyDate() }),
      guideDate: () => acme.invoke(updateEnrollmentStep, { ...place(), due_is_manual: false }),
      skip: () => acme.invoke(updateEnrollmentStep, { ...place(), skipped: random() < 0.5 }),
      reopen: () => acme.invoke(updateEnrollmentStep, { ...place(), done: false }),
      stuck: () => asContact.invoke(askQuestion, { step_id: anyStep(), reason: 'broken' }),
      clear: () => acme.invoke(clearStuck, { id }),
      expire: () => acme.invoke(updateEnrollment, { id, status: 'expired' }),
      reopenAll: () => acme.invoke(updateEnrollment, { id, status: 'in_progress' }),
      calendar: async () => {
        const working_days = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.7)
        const holidays = [...new Set([anyDate(), anyDate()])].map((date) => ({ date: String(date) }))
        await acme.invoke(setWorkingCalendar, { working_days: working_days.length > 0 ? working_days : [3], holidays })
        await upkeep()
      },
      timeZone: async () => {
        const time_zone = oneOf(random, 'UTC', 'America/Havana', 'Pacific/Kiritimati', 'Asia/Kolkata')
        await acme.invoke(updateWorkspace, { time_zone })
        await upkeep()
      },
      move: async () => {
        const change = { action: 'set_step' as const, id: anyStep(), due: { days: upTo(random, 6), from: 'enrolled' } }
        await acme.invoke(changeGuideDraft, { id: guide.id, changes: [change] })
        await acme.invoke(publishGuide, { id: guide.id })
        await moveToLatest(acme, guide.id)
      },
      time: async () => {
        wait(instance, { minutes: upTo(random, 3000) })
        await upkeep()
      },
    }
    const names = [...Object.keys(changes), 'time', 'time', 'complete', 'date']
    for (let change = 0; change < CHANGES; change++) {
      const name = names[upTo(random, names.length)] ?? ''
      done.push(name)
      // Some are refused, such as reopening what is not done: then nothing has changed.
      await changes[name]?.().catch((error) => expect(error).toMatchObject({ code: 'validation_error' }))
      await upkeep()
      await compare(id).catch((error) => {
        throw new Error(`Seed ${seed}, after ${done.join(' ')}: ${error.message}`, { cause: error })
      })
    }
    return id
  }

  test('the stored dates and health are those that the facts give, and the upkeep tells what turned once', async () => {
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const id = await history(seed)
      const told = await eventsOf(instance, instance.acme)
      await upkeep()
      expect(await eventsOf(instance, instance.acme)).toHaveLength(told.length)
      const own = told.filter(({ type, data }) => type === 'step.overdue' && data.id === id)
      const known = new Set(own.map(({ data }) => data.step.id))
      const { rows, time_zone } = await stored(id)
      const today = dayIn(time_zone, instance.clock.now.toISOString())
      for (const { step_id, due_on, is_open, overdue_at } of rows) {
        const isOverdue = is_open && due_on !== null && due_on < today
        if (isOverdue) expect([known.has(step_id), overdue_at]).toEqual([true, expect.any(String)])
      }
    }
  }, 120_000)
})
