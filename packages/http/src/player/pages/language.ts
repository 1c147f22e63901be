import { LANGUAGES, operations } from '@handrail/core'
import { seeOther } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { forLink } from '../visit.ts'

/** A place below the overview of a guide, as its pages name themselves. */
const PLACE = /^(?:steps\/[\w-]+|finish|thanks|answers)$/

export const post = forLink(async ({ contact, request, reply, home }) => {
  const form = formOf(request)
  const language = LANGUAGES.find((known) => known === form.get('language'))
  if (language) await contact.invoke(operations.chooseLanguage, { language })
  const place = form.get('place') ?? ''
  return seeOther(reply, PLACE.test(place) ? `${home}/${place}` : home)
})
