import { operations } from '@handrail/core'
import { privately } from '../answer.ts'
import { forGuide } from '../visit.ts'

/** What the script sends once a person has touched the page, pressed a key or scrolled: programs that look at links do not. */
export const post = forGuide(async ({ contact, reply }) => {
  await contact.invoke(operations.openOwnGuide, {})
  return privately(reply).code(204).send()
})
