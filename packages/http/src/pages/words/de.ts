import { account, connections, second_factor } from './de/account.ts'
import { assistants, consent, refusal } from './de/applications.ts'
import { mistake, oauth, problem } from './de/core.ts'
import { error, frame, home } from './de/frame.ts'
import { members } from './de/members.ts'
import { outbox } from './de/outbox.ts'
import { fields, invitation, reset, set_up, sign_in } from './de/sign-in.ts'
import type { en } from './en.ts'
import type { German } from './german.ts'

/** What the core says in English alone, by its codes. */
export const coreWords = { mistake, oauth, problem }

const pages: { [Part in keyof typeof en]: German<(typeof en)[Part]> } = {
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

export const de = { ...pages, ...coreWords }
