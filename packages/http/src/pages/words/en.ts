import { account, connections, second_factor } from './en/account.ts'
import { assistants, consent, refusal } from './en/applications.ts'
import { error, frame, home } from './en/frame.ts'
import { members } from './en/members.ts'
import { outbox } from './en/outbox.ts'
import { fields, invitation, reset, set_up, sign_in } from './en/sign-in.ts'

/** What the pages say. `_one` and `_other` are plural forms. What the core says of a failure it says in English itself. */
export const en = {
  account,
  assistants,
  connections,
  consent,
  error,
  fields,
  frame,
  home,
  invitation,
  members,
  outbox,
  refusal,
  reset,
  second_factor,
  set_up,
  sign_in,
}
