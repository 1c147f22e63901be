import { mailServer as de } from './de/settings/mail-server.ts'
import { mailServer as en } from './en/settings/mail-server.ts'

/** For `useTexts`. */
export const MAIL_SERVER = { en, de }
