import { notFound } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { findStep } from '../guide.ts'
import { forGuide, type PlayerHandler } from '../visit.ts'
import type { StepVisit } from './step-page.ts'

/** Creates a handler for a step of an open link. @throws AppError `not_found` */
export function forStep(handle: (visit: StepVisit) => Promise<FastifyReply>): PlayerHandler {
  return forGuide(async (visit) => {
    // The routes have the parameter in their path.
    const placed = findStep(visit.view, (visit.request.params as { step_id: string }).step_id)
    if (!placed) throw notFound()
    return handle({ ...visit, placed })
  })
}
