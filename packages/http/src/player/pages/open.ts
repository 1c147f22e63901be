import { operations } from '@handrail/core'
import { privately } from '../answer.ts'
import { forGuide } from '../visit.ts'

/** The request of the script after a touch, key or scroll of a person, which programs that open links do not make. */
export const post = forGuide(async ({ contact, reply }) => {
  await contact.invoke(operations.openOwnGuide, {})
  return privately(reply).code(204).send()
})
