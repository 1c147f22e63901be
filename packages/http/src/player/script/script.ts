import { DRAFTS } from './drafts.ts'
import { OPENED } from './opened.ts'
import { PRINT } from './print.ts'
import { SENDING } from './sending.ts'
import { TICKS } from './ticks.ts'
import { UPLOADS } from './uploads.ts'
import { WHOSE } from './whose.ts'

/** The script of the pages: independent parts, all of them optional. */
export const SCRIPT = [SENDING, OPENED, TICKS, DRAFTS, UPLOADS, WHOSE, PRINT].map((part) => `{${part}}`).join('\n')
