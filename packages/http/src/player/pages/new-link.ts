import { AppError, operations } from '@handrail/core'
import { seeOther } from '../answer.ts'
import { forLink } from '../visit.ts'

/** Who asks for a new link comes back to the page of the old one, which then says so. */
export const post = forLink(async ({ contact, reply, home }) => {
  try {
    await contact.invoke(operations.requestNewLink, {})
  } catch (error) {
    // The link works again, or never will: the page says which.
    if (!(error instanceof AppError) || !['validation_error', 'not_found'].includes(error.code)) throw error
  }
  return seeOther(reply, home)
})
