import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneOf } from '../../../test/dated-plans.ts'
import { ENGINES, type Engine, type Instance, openInstance } from '../../../test/instance.ts'
import { anyMember, enrollIn, guideOf } from '../../../test/team-guide.ts'
import { AppError, type Bound, operations } from '../../index.ts'
import { createRandom } from '../../sample/random.ts'
import type { SubmissionStatus } from './contract.ts'

const {
  getEnrollmentStep,
  listSubmissions,
  listWork,
  reviewSubmission,
  submitForm,
  updateEnrollment,
  updateEnrollmentStep,
} = operations

/** How a step should stand after what has happened, by the rules as the documentation has them. */
interface Model {
  done: boolean
  skipped: boolean
  expired: boolean
  rounds: { revision: number; status: SubmissionStatus }[]
}

type Action = 'send' | 'accept' | 'refuse' | 'complete' | 'reopen' | 'skip' | 'unskip' | 'expire' | 'resume'

/** @returns whether the action is possible; then the model has changed */
function happens(model: Model, action: Action): boolean {
  const { done, expired, rounds } = model
  const latest = rounds.at(-1)
  const isSent = latest?.status === 'submitted'
  switch (action) {
    case 'send':
      if (expired || done) return false
      if (isSent) latest.revision += 1
      else rounds.push({ revision: 1, status: 'submitted' })
      model.skipped = false
      return true
    case 'accept':
    case 'refuse':
      if (expired || !isSent) return false
      latest.status = action === 'accept' ? 'accepted' : 'changes_requested'
      if (action === 'accept') Object.assign(model, { done: true, skipped: false })
      return true
    case 'complete':
      if (expired) return false
      if (isSent && !done) latest.status = 'accepted'
      Object.assign(model, { done: true, skipped: false })
      return true
    case 'reopen':
      if (expired) return false
      model.done = false
      return true
    case 'skip':
      if (expired || done) return false
      model.skipped = true
      return true
    case 'unskip':
      if (expired) return false
      model.skipped = false
      return true
    default:
      model.expired = action === 'expire'
      return true
  }
}

function stateOf({ done, skipped, rounds }: Model): string {
  if (done) return 'done'
  if (skipped) return 'skipped'
  const status = rounds.at(-1)?.status
  return status === undefined || status === 'accepted' ? 'open' : status
}

const HISTORIES: Record<Engine, number> = { sqlite: 60, postgres: 15 }
const LENGTH = 14

describe.each(ENGINES)('random histories of a reviewed step on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  test('leave it, its rounds and the work of its reviewer as the rules say', async () => {
    const random = createRandom(77)
    const content = { fields: [{ name: 'who', label: 'Who?', kind: 'text' as const }] }
    const guide = await guideOf(
      acme,
      { title: 'Tell', type: 'form', content, needs_review: true },
      { title: 'Another, so that nothing completes the enrollment' },
    )
    const step_id = guide.ids[0] ?? ''
    for (let history = 0; history < HISTORIES[engine]; history++) {
      const reviewer = await anyMember(instance)
      const { id, access_token } = await enrollIn(acme, guide.id, reviewer)
      const contact = await instance.handrail.asContact(access_token)
      const model: Model = { done: false, skipped: false, expired: false, rounds: [] }
      const past: Action[] = []
      const rounds = async () => (await acme.invoke(listSubmissions, { id })).data.toReversed()
      const change = (changes: object) => acme.invoke(updateEnrollmentStep, { id, step_id, ...changes })
      const review = async (decision: 'accept' | 'request_changes') => {
        const { id: submission_id = step_id, revision = 1 } = (await rounds()).at(-1) ?? {}
        const note = decision === 'accept' ? '' : 'More'
        await acme.invoke(reviewSubmission, { id, submission_id, revision, decision, note })
      }
      const acts: Record<Action, () => Promise<unknown>> = {
        send: () => contact.invoke(submitForm, { step_id, answers: { who: String(past.length) } }),
        accept: () => review('accept'),
        refuse: () => review('request_changes'),
        complete: () => change({ done: true }),
        reopen: () => change({ done: false }),
        skip: () => change({ skipped: true }),
        unskip: () => change({ skipped: false }),
        expire: () => acme.invoke(updateEnrollment, { id, status: 'expired' }),
        resume: () => acme.invoke(updateEnrollment, { id, status: 'in_progress' }),
      }
      for (let length = 0; length < LENGTH; length++) {
        const action = oneOf<Action>(
          random,
          'send',
          'accept',
          'refuse',
          'complete',
          'reopen',
          'skip',
          'unskip',
          'send',
          'expire',
        )
        // An expired one is mostly resumed, so that histories go on.
        const next = model.expired && random() < 0.7 ? 'resume' : action
        past.push(next)
        const expected = happens(model, next)
        const happened = await acts[next]().then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError) return false
            throw error
          },
        )
        const story = past.join(', ')
        expect(happened, story).toBe(expected)
        const { data: step } = await acme.invoke(getEnrollmentStep, { id, step_id })
        expect(step.state, story).toBe(stateOf(model))
        const kept = (await rounds()).map(({ revision, status }) => ({ revision, status }))
        expect(kept, story).toEqual(model.rounds)
        const { data: work } = await acme.invoke(listWork, { assignee_id: reviewer, kind: 'review' })
        const waits = stateOf(model) === 'submitted' && !model.expired
        expect(work.length, story).toBe(waits ? 1 : 0)
      }
    }
  }, 120_000)
})
