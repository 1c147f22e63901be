import type { OutputOf, operations } from '@handrail/core'

export type History = OutputOf<typeof operations.getEnrollmentHistory>
export type OpenStep = NonNullable<History['data']['open_steps']>[number]
export type Happened = History['data']['happened'][number]
export type Submission = OutputOf<typeof operations.listSubmissions>['data'][number]
type Detail = OutputOf<typeof operations.getEnrollment>['data']

/** The enrollment as its tool shows it: without the link where the caller may not have it. */
export type ShownDetail = Omit<Detail, 'url' | 'guide_version'> & { url?: string | null }

/** Whether something was sent to be reviewed, and nobody has decided since. */
export function waitsForReview(happened: readonly Happened[]): boolean {
  const last = new Map<string | undefined, Happened['what']>()
  for (const { what, step } of happened) if (ROUNDS.has(what)) last.set(step, what)
  return [...last.values()].includes('submitted')
}

const ROUNDS: ReadonlySet<Happened['what']> = new Set(['submitted', 'accepted', 'changes_requested'])
