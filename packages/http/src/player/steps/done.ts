import { operations } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { seeOther } from '../answer.ts'
import { endOf, openAfter, pathOf } from '../guide.ts'
import type { View } from '../visit.ts'
import type { StepVisit } from './step-page.ts'

/** The state that operations of the player return. */
type PlayerState = Pick<View, 'status' | 'progress' | 'completed_step_ids'>

/** Completes a step that has a button for it. */
export async function finishByButton(visit: StepVisit): Promise<FastifyReply> {
  const { contact, placed } = visit
  const { data } = await contact.invoke(operations.completeOwnStep, { step_id: placed.step.id })
  return redirectToNext(visit, data)
}

/** Redirects to the next open step, or to the end after the last required one. */
export function redirectToNext({ view, placed, home, reply }: StepVisit, state: PlayerState): FastifyReply {
  const after = { ...view, ...state }
  if (state.status === 'completed') return seeOther(reply, endOf({ home, view: after }))
  const next = openAfter(after, placed)
  return seeOther(reply, next ? pathOf(home, next.step) : home)
}
