import type { Context } from '../context.ts'
import { enrollmentList } from '../enrollments/list.ts'
import { listRecords } from '../records/lists/lists.ts'
import type { Sort } from '../records/lists/query.ts'
import { type Covered, coveredBy, isBeyond } from './group.ts'
import { type PlanOfOrganisation, plansOfOrganisations } from './plans.ts'

type Enrollment = Awaited<ReturnType<typeof nextEnrollments>>['data'][number]

/** A customer by the plan at whose place it stands. */
export interface Found {
  plan: Enrollment
  /** The plans that the row of an organisation covers; undefined for a plan with a row of its own. */
  covered: Covered | undefined
}

interface Walk {
  filters: Record<string, unknown>
  sort: Sort
  cursor: string
  limit: number
}

/** A page reads its plans in so many parts at most, and then a cursor continues. */
const MAX_PARTS = 8

/**
 * The next customers in the order of their first plans. Plans are read in their order; of the plans that the row of an
 * organisation covers, only the first has the row.
 */
export async function nextCustomers(context: Context, { filters, sort, cursor, limit }: Walk) {
  const { workspace_id } = context.caller
  const found: Found[] = []
  const known = new Map<string, readonly PlanOfOrganisation[]>()
  let next: string | null = cursor
  for (let part = 0; part < MAX_PARTS && next !== null && found.length < limit; part++) {
    const { data, meta } = await nextEnrollments(context, { filters, sort, cursor: next, limit: limit - found.length })
    const asked = [...new Set(data.flatMap(({ organisation_id }) => organisation_id ?? []))].filter(
      (id) => !known.has(id),
    )
    const plans = await context.store.read((reader) => plansOfOrganisations(reader, workspace_id, asked, filters))
    for (const id of asked) known.set(id, plans.get(id) ?? [])
    found.push(...data.flatMap((plan) => customerAt(plan, known.get(plan.organisation_id ?? ''), sort) ?? []))
    next = meta.next_cursor ?? null
  }
  return { found, next_cursor: next }
}

function nextEnrollments(context: Context, { filters, sort, cursor, limit }: Walk) {
  // Newest first is the order of a list without one.
  const isNewestFirst = sort.by === 'created_at' && sort.order === 'desc'
  return listRecords(context, enrollmentList, {
    filters,
    cursor,
    per_page: limit,
    ...(isNewestFirst ? {} : { sort }),
  })
}

/** The row at the place of a plan, if it has one. @param plans of its organisation */
function customerAt(plan: Enrollment, plans: readonly PlanOfOrganisation[] | undefined, sort: Sort): Found | undefined {
  if (!plans || isBeyond(plan, plans)) return { plan, covered: undefined }
  const covered = coveredBy(plans, sort)
  return covered?.first.id === plan.id ? { plan, covered } : undefined
}
