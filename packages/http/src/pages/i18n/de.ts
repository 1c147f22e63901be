import * as account from './de/account.ts'
import * as applications from './de/applications.ts'
import { mistake, oauth, problem } from './de/core.ts'
import * as frame from './de/frame.ts'
import * as signIn from './de/sign-in.ts'
import type { en } from './en.ts'
import type { German } from './german.ts'

/** Translations of the core's messages, by their codes. */
export const coreTexts = { mistake, oauth, problem }

const pages: { [Part in keyof typeof en]: German<(typeof en)[Part]> } = {
  ...account,
  ...applications,
  ...frame,
  ...signIn,
}

export const de = { ...pages, ...coreTexts }
