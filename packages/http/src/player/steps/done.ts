import { operations } from '@handrail/core'
import type { FastifyReply } from 'fastify'
import { seeOther } from '../answer.ts'
import { endOf, openAfter, pathOf } from '../guide.ts'
import type { View } from '../visit.ts'
import type { StepVisit } from './step-page.ts'

/** What operations of the player answer. */
type Standing = Pick<View, 'status' | 'progress' | 'completed_step_ids'>

/** Of steps that are done by their button. */
export async function finishByButton(visit: StepVisit): Promise<FastifyReply> {
  const { contact, placed } = visit
  const { data } = await contact.invoke(operations.completeOwnStep, { step_id: placed.step.id })
  return goOn(visit, data)
}

/** To the next step that is open, or to the end with the last that must be done. */
export function goOn({ view, placed, home, reply }: StepVisit, standing: Standing): FastifyReply {
  const after = { ...view, ...standing }
  if (standing.status === 'completed') return seeOther(reply, endOf({ home, view: after }))
  const next = openAfter(after, placed)
  return seeOther(reply, next ? pathOf(home, next.step) : home)
}
