import { AGREEMENTS } from './agreements.ts'
import { BASE } from './base.ts'
import { OVERVIEW } from './overview.ts'
import { PEOPLE } from './people.ts'
import { STEP } from './step-style.ts'
import { TOKENS } from './tokens.ts'
import { UPLOADS } from './uploads.ts'
import { WIDE } from './wide.ts'

/** The style sheet of all pages of the player, without what only people who read it need. */
export const STYLE = [TOKENS, BASE, OVERVIEW, STEP, UPLOADS, PEOPLE, AGREEMENTS, WIDE].join('').replace(/\n\s*/g, '')
