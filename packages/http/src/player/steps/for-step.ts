import { AppError } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { seeOther } from '../answer.ts'
import { acceptsJson } from '../form/accepts-json.ts'
import { findStep } from '../guide.ts'
import { forGuide, type PlayerHandler } from '../visit.ts'
import type { StepVisit } from './step-page.ts'

const STEP_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Creates a handler for a step of an open link. Leads from a step that was removed to the overview. @throws AppError `not_found` */
export function forStep(handle: (visit: StepVisit) => Promise<FastifyReply>): PlayerHandler {
  return forGuide(async (visit) => {
    // The routes have the parameter in their path.
    const { step_id } = visit.request.params as { step_id: string }
    const placed = findStep(visit.view, step_id)
    if (placed) return handle({ ...visit, placed })
    if (!STEP_ID.test(step_id)) throw notFound()
    // The link is that of an earlier version of the guide.
    if (acceptsJson(visit.request)) throw new AppError('conflict', 'This step was removed')
    return seeOther(visit.reply, `${visit.home}?removed=1`)
  })
}
