import { mailTexts as de } from './de/settings/mail-texts.ts'
import { mailTexts as en } from './en/settings/mail-texts.ts'

/** For `useTexts`. */
export const MAIL_TEXTS = { en, de }
