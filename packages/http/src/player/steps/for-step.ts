import { AppError } from '@handrail/core'
import { notFound } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { seeOther } from '../answer.ts'
import { acceptsJson } from '../form/accepts-json.ts'
import { waitingTexts } from '../gates/closed.ts'
import { sendClosedPage } from '../gates/closed-page.tsx'
import { findStep, pathOf } from '../guide.ts'
import { forGuide, type PlayerHandler, type Visit } from '../visit.ts'
import type { StepVisit } from './step-page.ts'

const STEP_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Creates a handler for a step of an open link. At a step of a closed section it is said what that waits for; from a step that was
 * removed it leads to the overview.
 * @param showsPages false for requests of a protocol, which end with a status instead
 * @throws AppError `not_found`; `conflict` instead of a page
 */
export function forStep(
  handle: (visit: StepVisit) => Promise<FastifyReply>,
  { showsPages = true } = {},
): PlayerHandler {
  return forGuide(async (visit) => {
    // The routes have the parameter in their path.
    const { step_id } = visit.request.params as { step_id: string }
    const placed = findStep(visit.view, step_id)
    if (placed) return handle({ ...visit, placed })
    const closed = visit.view.closed_sections.find(({ step_ids }) => step_ids.includes(step_id))
    if (closed && (!showsPages || acceptsJson(visit.request)))
      throw new AppError('conflict', waitingTexts(visit, closed).join(' '))
    if (closed && isReading(visit)) return sendClosedPage(visit, closed)
    if (closed) return seeOther(visit.reply, pathOf(visit.home, { id: step_id }))
    if (!STEP_ID.test(step_id)) throw notFound()
    // The link is that of an earlier version of the guide.
    if (acceptsJson(visit.request)) throw new AppError('conflict', 'This step was removed')
    if (!showsPages) throw notFound()
    return seeOther(visit.reply, `${visit.home}?removed=1`)
  })
}

function isReading({ request: { method } }: Visit): boolean {
  return method === 'GET' || method === 'HEAD'
}
