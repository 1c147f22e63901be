import type { DigestKind } from './item.ts'
import { ownSteps } from './kinds/own-steps.ts'
import { openQuestions } from './kinds/questions.ts'
import { waitingReviews } from './kinds/reviews.ts'
import { turnedLate } from './kinds/turned-late.ts'

/**
 * The kinds of things that are in the digest of members, in the order of its parts. A further kind is a file in `kinds/`, an entry here,
 * a value of `MEMBER_MAILS`, by which members switch it off, and the title of its part (`letter.ts`).
 */
export const DIGEST_KINDS: readonly DigestKind[] = [ownSteps, waitingReviews, openQuestions, turnedLate]
