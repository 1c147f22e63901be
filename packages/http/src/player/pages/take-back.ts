import { AppError, operations } from '@handrail/core'
import { seeOther } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { pathOf } from '../guide.ts'
import { forStep } from '../steps/for-step.ts'

/** Takes back a step, or the role of it, that the reader has passed on. */
export const post = forStep(async ({ contact, request, reply, home, placed }) => {
  const { id, responsible } = placed.step
  const isRole = formOf(request).get('what') === 'role'
  try {
    await contact.invoke(operations.takeBack, isRole ? { role_id: responsible } : { step_id: id })
    return seeOther(reply, pathOf(home, placed.step))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
    return seeOther(reply, `${home}?back=0`)
  }
})
