import { audit as de } from './de/settings/audit.ts'
import { audit as en } from './en/settings/audit.ts'

/** For `useTexts`. */
export const AUDIT = { en, de }
