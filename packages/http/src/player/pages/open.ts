import { operations } from '@handrail/core'
import { privately } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { forGuide } from '../visit.ts'

/** The request of the script after a touch, key or scroll of a person, which programs that open links do not make. */
export const post = forGuide(async ({ contact, request, reply }) => {
  const given = formOf(request).get('time_zone')
  const zone = operations.openOwnGuide.input.shape.time_zone.safeParse(given ?? undefined)
  // A browser may know zones that the server does not.
  await contact.invoke(operations.openOwnGuide, zone.success && zone.data !== undefined ? { time_zone: zone.data } : {})
  return privately(reply).code(204).send()
})
