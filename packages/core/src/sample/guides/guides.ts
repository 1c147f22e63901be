import { first30Days } from './first-30-days.ts'
import { gettingStarted } from './getting-started.ts'
import type { SampleGuide } from './sample-guide.ts'
import { singleSignOn } from './single-sign-on.ts'

/** The guides of the sample workspace, in the order of their creation. */
export const GUIDES: readonly SampleGuide[] = [gettingStarted, singleSignOn, first30Days]
