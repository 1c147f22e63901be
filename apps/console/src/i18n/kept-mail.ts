import { keptMail as de } from './de/settings/kept-mail.ts'
import { keptMail as en } from './en/settings/kept-mail.ts'

/** For `useTexts`. */
export const KEPT_MAIL = { en, de }
