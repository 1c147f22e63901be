import type { createGuide } from '@handrail/core'
import type { z } from 'zod'
import { first30Days } from './first-30-days.ts'
import { gettingStarted } from './getting-started.ts'
import { singleSignOn } from './single-sign-on.ts'

export type SampleGuide = z.input<typeof createGuide.input>

/** The guides of the sample workspace, in the order in which they were written. */
export const GUIDES: readonly SampleGuide[] = [gettingStarted, singleSignOn, first30Days]
