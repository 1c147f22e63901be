import { operations } from '@handrail/core'
import { privately, seeOther } from '../answer.ts'
import { acceptsJson } from '../form/accepts-json.ts'
import { formOf } from '../form/read.ts'
import { forLink } from '../visit.ts'

/** Marks answers as seen, on the request of the script on the page that shows them, or of the notice that leads there. */
export const post = forLink(async ({ contact, request, reply, home }) => {
  const message_id = formOf(request).get('message_id') ?? undefined
  await contact.invoke(operations.markAnswersSeen, { message_id })
  if (acceptsJson(request)) return privately(reply).code(204).send()
  return seeOther(reply, `${home}/ask#newest`)
})
