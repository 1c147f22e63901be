import { AppError, operations } from '@handrail/core'
import { seeOther } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { forGuide } from '../visit.ts'

/** Withdraws an invitation of the reader. */
export const post = forGuide(async ({ contact, request, reply, home }) => {
  const participant_id = formOf(request).get('participant_id') ?? ''
  try {
    await contact.invoke(operations.withdrawInvitation, { participant_id })
    return seeOther(reply, `${home}?back=1`)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
    return seeOther(reply, `${home}?back=0`)
  }
})
