import { z } from 'zod'
import { notFound, validationError } from '../errors.ts'
import { Id, RecordId, recordOf } from '../fields.ts'
import { findVersion } from '../guides/store.ts'
import { operation } from '../operation.ts'
import { Enrollment } from './enrollment.ts'
import { recordEnrollmentEvent, withUrl } from './events.ts'
import { progressOf } from './progress.ts'
import * as store from './store.ts'
import { enter } from './transitions.ts'

/** A step is done once: doing it again changes nothing. The first starts the enrollment, the last completes it. */
export const completeStep = operation({
  name: 'complete_step',
  summary: 'Record that a step of an enrollment was done',
  access: 'enrollments:write',
  status: 200,
  tool: false,
  input: z.strictObject({ id: RecordId, step_id: Id }),
  output: recordOf(Enrollment),
  run: (context, { id, step_id }) =>
    context.store.write(async (tx) => {
      const at = context.now()
      const { workspace_id } = context.caller
      const before = await store.findEnrollment(tx, workspace_id, id)
      const version = before && (await findVersion(tx, workspace_id, before.guide_version_id))
      if (!version) throw notFound()
      const section = version.sections.find(({ steps }) => steps.some((step) => step.id === step_id))
      if (!section) throw validationError({ step_id: ['is not a step of this guide'] })
      if (before.status === 'expired') throw validationError({ status: ['is expired: re-open the enrollment first'] })
      const first = await store.insertCompletion(tx, { workspace_id, enrollment_id: id, step_id, completed_at: at })
      if (!first) return { data: withUrl(context, before) }

      const progress = progressOf(version.sections, new Set(await store.completedStepIds(tx, workspace_id, id)))
      const started = before.status === 'invited' ? enter(before, 'in_progress', at) : before
      const moved = { ...started, progress_percentage: before.status === 'completed' ? 100 : progress.percentage }
      const finished = moved.status === 'in_progress' && progress.completed_steps === progress.total_steps
      const after = { ...(finished ? enter(moved, 'completed', at) : moved), updated_at: at }
      await store.updateEnrollmentRow(tx, before, after)

      const tell = (type: Parameters<typeof recordEnrollmentEvent>[2], details?: Record<string, unknown>) =>
        recordEnrollmentEvent(tx, context, type, after, at, details)
      if (started !== before) await tell('enrollment.started')
      const step = section.steps.find((one) => one.id === step_id)
      await tell('step.completed', { step: { id: step_id, title: step?.title, type: step?.type } })
      const place = progress.sections.find((one) => one.id === section.id)
      if (place?.completed_steps === place?.total_steps)
        await tell('section.completed', { section: { id: section.id, title: section.title } })
      if (finished) await tell('enrollment.completed')
      return { data: withUrl(context, after) }
    }),
})
