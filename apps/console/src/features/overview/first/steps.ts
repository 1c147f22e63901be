import type { Data } from '../../../api/operations.ts'

/** The first steps of a new team in their order, and whether each is done. */
export function firstSteps(overview: Data<'getOverview'>) {
  return [
    { key: 'guide', done: overview.guides > 0, to: '/guides', right: 'guides:write' },
    { key: 'publish', done: overview.published_guides > 0, to: '/guides', right: 'guides:write' },
    { key: 'contact', done: overview.contacts > 0, to: '/contacts', right: 'contacts:write' },
    { key: 'enroll', done: overview.enrollments > 0, to: '/enrollments', right: 'enrollments:write' },
    { key: 'complete', done: overview.ever_completed > 0, to: '/enrollments', right: 'enrollments:read' },
  ] as const
}
