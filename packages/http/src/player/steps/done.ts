import { operations } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { seeOther } from '../answer.ts'
import { endOf, openAfter, pathOf } from '../guide.ts'
import type { View } from '../visit.ts'
import type { StepVisit } from './step-page.ts'

/** What operations of the player answer. */
type PlayerState = Pick<View, 'status' | 'progress' | 'completed_step_ids'>

/** Of steps that are done by their button. */
export async function finishByButton(visit: StepVisit): Promise<FastifyReply> {
  const { contact, placed } = visit
  const { data } = await contact.invoke(operations.completeOwnStep, { step_id: placed.step.id })
  return redirectToNext(visit, data)
}

/** To the next step that is open, or to the end with the last that must be done. */
export function redirectToNext({ view, placed, home, reply }: StepVisit, state: PlayerState): FastifyReply {
  const after = { ...view, ...state }
  if (state.status === 'completed') return seeOther(reply, endOf({ home, view: after }))
  const next = openAfter(after, placed)
  return seeOther(reply, next ? pathOf(home, next.step) : home)
}
