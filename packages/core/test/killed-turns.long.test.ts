import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Bound, type InputOf, operations } from '../src/index.ts'
import { ENGINES, type Engine, eventsOf, type Instance, openInstance, SECRET } from './instance.ts'
import { startProgram } from './programs/start.ts'

const { createContact, createEnrollment, createGuide, publishGuide } = operations

const PROGRAM = fileURLToPath(new URL('./programs/date-turner.ts', import.meta.url))
const KILLS = Number(process.env.HANDRAIL_TEST_TURN_KILLS ?? 1)
/** So many that each kill comes amid work: a process has time for some of them. */
const ENROLLMENTS = 40 + 20 * (KILLS - 1)
const DAY_MS = 86_400_000

test.each(ENGINES)(
  `on %s, ${KILLS} kills leave each passed date told once, and the health as the dates say`,
  async (engine) => {
    const instance = await openInstance(engine, { now: undefined })
    await makePassed(instance)
    await killAndFinish(engine, instance)
    const told = (await eventsOf(instance, instance.acme)).filter(
      ({ type }) => type === 'step.overdue' || type === 'enrollment.health_changed',
    )
    const known = told.map(({ type, data }) => [data.id, type, data.step?.title ?? data.change.after].join(' '))
    expect(new Set(known).size).toBe(known.length)
    expect(known).toHaveLength(ENROLLMENTS * 3)
    const left = await instance.handrail.database.read(async ({ db, tables: { enrollments: t } }) =>
      db.select({ health: t.health, turns: t.health_turns_at }).from(t),
    )
    expect(left.every(({ health, turns }) => health === 'late' && turns === null)).toBe(true)
    await instance.close()
  },
  120_000 + KILLS * 20_000,
)

test.each(ENGINES)(
  `on %s, ${KILLS} kills leave each section open whose date has come, and told once`,
  async (engine) => {
    const instance = await openInstance(engine, { now: undefined })
    await makeDue(instance)
    await killAndFinish(engine, instance)
    const told = (await eventsOf(instance, instance.acme)).filter(({ type }) => type === 'section.opened')
    expect(new Set(told.map(({ data }) => data.id)).size).toBe(ENROLLMENTS)
    expect(told).toHaveLength(ENROLLMENTS)
    const left = await instance.handrail.database.read(async ({ db, tables: { enrollment_sections: t } }) =>
      db.select({ opened_at: t.opened_at }).from(t),
    )
    expect(left.map(({ opened_at }) => opened_at !== null)).toEqual(Array(ENROLLMENTS).fill(true))
    await instance.close()
  },
  120_000 + KILLS * 20_000,
)

/** Kills those who work some times at any moment, and lets the last ones finish. */
async function killAndFinish(engine: Engine, instance: Instance): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    const running = start(engine, instance)
    await Promise.all(running.map(({ ready }) => ready))
    await sleep(20 + Math.random() * 150)
    for (const { child } of running) child.kill('SIGKILL')
    await Promise.all(running.map(({ ended }) => ended))
  }
  for (const { done } of start(engine, instance)) await done
}

/** Enrollments with a section whose date has come, which nothing has recorded. */
async function makeDue({ acme, handrail }: Instance): Promise<void> {
  const sections = [
    { title: 'One', steps: [{ title: 'A' }] },
    { title: 'Two', opens: { days: 100, from: 'enrolled' }, steps: [{ title: 'B' }] },
  ]
  await enrollMany(acme, { title: 'Gated', sections })
  await handrail.database.write(async ({ db, tables: { enrollments: t, enrollment_sections: s } }) => {
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
    const { workspace_id } = acme.context.caller
    await db
      .update(t)
      .set({ created_at: ago(300) })
      .where(eq(t.workspace_id, workspace_id))
    await db
      .update(s)
      .set({ opens_at: ago(1) })
      .where(eq(s.workspace_id, workspace_id))
  })
}

async function enrollMany(acme: Bound, written: InputOf<typeof createGuide>): Promise<void> {
  const { data: guide } = await acme.invoke(createGuide, written)
  await acme.invoke(publishGuide, { id: guide.id })
  for (let number = 0; number < ENROLLMENTS; number++) {
    const { data } = await acme.invoke(createContact, { email: `${number}@example.com`, first_name: 'A' })
    await acme.invoke(createEnrollment, { contact_id: data.id, guide_id: guide.id })
  }
}

/** Enrollments whose two steps are past their dates, which nothing has recorded. */
async function makePassed({ acme, handrail }: Instance): Promise<void> {
  const due = (days: number) => ({ due: { days, from: 'enrolled' } })
  const steps = [
    { title: 'A', ...due(10) },
    { title: 'B', ...due(20) },
  ]
  await enrollMany(acme, { title: 'Dated', sections: [{ title: 'One', steps }] })
  await handrail.database.write(async ({ db, tables: { enrollments: t } }) => {
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
    const { workspace_id } = acme.context.caller
    await db
      .update(t)
      .set({ created_at: ago(60), health: 'on_track', health_reason: null, health_turns_at: ago(1) })
      .where(eq(t.workspace_id, workspace_id))
  })
}

/** One process on SQLite, two on PostgreSQL. */
function start(engine: Engine, { database }: Instance) {
  return Array.from({ length: engine === 'sqlite' ? 1 : 2 }, () => startProgram(PROGRAM, database, SECRET))
}
