import { AppError, operations } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { seeOther } from '../answer.ts'
import { endOf, pathOf } from '../guide.ts'
import { openAfter } from '../people/next.ts'
import { type Changed, changedQuery } from '../people/others-changed.tsx'
import type { View } from '../visit.ts'
import type { StepVisit } from './step-page.ts'

/** The state that operations of the player return. */
type PlayerState = Pick<View, 'status' | 'progress' | 'completed_step_ids'>

/** Completes a step that has a button for it. @param comment for files that are reviewed */
export async function finishByButton(visit: StepVisit, comment?: string): Promise<FastifyReply> {
  const { contact, placed, reply, home } = visit
  try {
    const { data } = await contact.invoke(operations.completeOwnStep, { step_id: placed.step.id, comment })
    return redirectToNext(visit, data)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
    // The guide has changed since the page was shown: the step asks for more now.
    return seeOther(reply, pathOf(home, placed.step))
  }
}

/**
 * Redirects to the next open step, or to the end after the last required one.
 * @param changed the answers that another person has changed meanwhile, which the next page tells
 */
export function redirectToNext(
  { view, placed, home, reply }: StepVisit,
  state: PlayerState,
  changed?: Changed | null,
): FastifyReply {
  const query = changed ? changedQuery(placed.step, changed) : ''
  const after = { ...view, ...state }
  if (state.status === 'completed') return seeOther(reply, `${endOf({ home, view: after })}${query}`)
  const next = openAfter(after, placed)
  return seeOther(reply, `${next ? pathOf(home, next.step) : home}${query}`)
}
