import { and, eq } from 'drizzle-orm'
import { type Bound, operations } from '../../src/index.ts'
import type { Act } from './act.ts'
import type { Pair } from './pairs.ts'

const { createContact, createEnrollment, createGuide, publishGuide } = operations

const DAY_MS = 86_400_000

/** The records of pairs about dates; empty in the others. */
export interface Dated {
  /** Fay's enrollment in a guide whose steps count from each other, with the token. */
  dated: string
  datedToken: string
  stepA: string
  stepB: string
  stepC: string
  /** Gus's enrollment, whose dates have passed without that having been recorded. */
  passed: string
  passedToken: string
}

export const NOTHING_DATED: Dated = {
  dated: '',
  datedToken: '',
  stepA: '',
  stepB: '',
  stepC: '',
  passed: '',
  passedToken: '',
}

const due = (days: number, from: string) => ({ due: { days, from } })

export async function makeDated(bound: Bound): Promise<Dated> {
  const steps = [
    { title: 'A', ...due(10, 'enrolled') },
    { title: 'B', ...due(10, 'previous') },
    { title: 'C', ...due(10, 'previous') },
  ]
  const { data: guide } = await bound.invoke(createGuide, { title: 'Dated', sections: [{ title: 'One', steps }] })
  await bound.invoke(publishGuide, { id: guide.id })
  const [stepA = '', stepB = '', stepC = ''] = guide.sections.flatMap((section) => section.steps.map(({ id }) => id))
  const enroll = async (name: string) => {
    const { data: contact } = await bound.invoke(createContact, { email: `${name}@example.com`, first_name: name })
    return (await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })).data
  }
  const [dated, passed] = [await enroll('fay'), await enroll('gus')]
  await bound.context.store.write(async ({ db, tables: { enrollments: t } }) => {
    const [long, past] = [80, 1].map((days) => new Date(Date.now() - days * DAY_MS).toISOString())
    const own = and(eq(t.workspace_id, bound.context.caller.workspace_id), eq(t.id, passed.id))
    await db
      .update(t)
      .set({ created_at: String(long), health_turns_at: past })
      .where(own)
  })
  return {
    dated: dated.id,
    datedToken: dated.access_token,
    stepA,
    stepB,
    stepC,
    passed: passed.id,
    passedToken: passed.access_token,
  }
}

const does = (operation: string, input: Record<string, unknown>, as?: string): Act => ({
  operation,
  input,
  ...(as !== undefined && { as }),
})
const finish = (step_id: string, token: string) => does('complete_own_step', { step_id }, token)
const target = (id: string, target_date: string | null) => does('update_enrollment', { id, target_date })
const date = (id: string, step_id: string, changes: object) =>
  does('update_enrollment_step', { id, step_id, ...changes })
const turn = does('turn_dates', {})

/** Pairs about an enrollment with dates. */
export const DATED_PAIRS: Pair[] = [
  {
    name: 'finish a step, and change the target',
    acts: (s) => [finish(s.stepA, s.datedToken), target(s.dated, '2031-01-15')],
  },
  {
    name: 'set the dates of two steps',
    acts: (s) => [date(s.dated, s.stepA, { due_on: '2031-01-15' }), date(s.dated, s.stepB, { due_on: '2031-02-03' })],
  },
  {
    name: 'set two dates of a step',
    acts: (s) => [date(s.dated, s.stepA, { due_on: '2031-01-15' }), date(s.dated, s.stepA, { due_on: '2031-02-03' })],
  },
  {
    name: 'set the date of a step, and take that of the guide',
    acts: (s) => [date(s.dated, s.stepA, { due_on: '2031-01-15' }), date(s.dated, s.stepA, { due_is_manual: false })],
  },
  {
    name: 'set the date of a step that is finished',
    acts: (s) => [date(s.dated, s.stepA, { due_on: '2031-01-15' }), finish(s.stepA, s.datedToken)],
  },
  {
    name: 'say to be stuck, and clear it',
    acts: (s) => [
      does('ask_question', { step_id: s.stepA, reason: 'broken' }, s.datedToken),
      does('clear_stuck', { id: s.dated }),
    ],
  },
  { name: 'turn what has passed twice', acts: () => [turn, turn] },
  { name: 'turn what has passed, and finish a step', acts: (s) => [turn, finish(s.stepA, s.passedToken)] },
  { name: 'turn what has passed, and change the target', acts: (s) => [turn, target(s.passed, '2031-01-15')] },
  {
    name: 'turn what has passed, and set the date of a step',
    acts: (s) => [turn, date(s.passed, s.stepA, { due_on: '2031-01-15' })],
  },
  {
    name: 'turn what has passed, and expire the enrollment',
    acts: (s) => [turn, does('update_enrollment', { id: s.passed, status: 'expired' })],
  },
  {
    name: 'turn what has passed, and delete the enrollment',
    acts: (s) => [turn, does('delete_enrollment', { id: s.passed })],
  },
]
