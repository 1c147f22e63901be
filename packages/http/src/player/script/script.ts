import { DRAFTS } from './drafts.ts'
import { OPENED } from './opened.ts'
import { SENDING } from './sending.ts'
import { TICKS } from './ticks.ts'
import { UPLOADS } from './uploads.ts'

/** What makes the pages quicker: each part by itself, and none of them needed. */
export const SCRIPT = [SENDING, OPENED, TICKS, DRAFTS, UPLOADS].map((part) => `{${part}}`).join('\n')
