import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '../fields/fields.ts'
import { ENROLLMENT_STATUSES } from '../storage/tables/enrollments.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** What a contact's newest enrollment is: one of its statuses, any that is not completed, or there is none. */
export const WHEREABOUTS = [...ENROLLMENT_STATUSES, 'unfinished', 'none'] as const

/** Filters of contacts by where they are in a guide, or in the one that they were enrolled in last. */
export const Whereabouts = {
  guide_id: Id.optional().describe('Only contacts who were enrolled in this guide'),
  enrollment_status: z
    .enum(WHEREABOUTS)
    .optional()
    .describe(
      'Only contacts whose newest enrollment, with guide_id that in the guide, has it; or is not completed, or is none',
    ),
}

/** The filters as the conditions below take them. */
export function whereaboutsValues({ guide_id, enrollment_status: status, ...others }: Record<string, unknown>) {
  if (status === undefined) return { ...others, enrolled_in: guide_id }
  if (status === 'none') return { ...others, ...(guide_id === undefined ? { nowhere: true } : { not_in: guide_id }) }
  const statuses = status === 'unfinished' ? ENROLLMENT_STATUSES.filter((one) => one !== 'completed') : [status]
  // A text, as a list of values would be another statement for each length.
  const wanted = statuses.join()
  if (guide_id === undefined) return { ...others, newest_is: wanted }
  return { ...others, in_guide: guide_id, newest_in_guide_is: wanted }
}

type ContactsTable = Tables['contacts']

export const whereaboutsFilters = {
  enrolled_in: (t: ContactsTable) => sql`exists (select 1 ${enrollmentsOf(t, 'enrolled_in')})`,
  not_in: (t: ContactsTable) => sql`not exists (select 1 ${enrollmentsOf(t, 'not_in')})`,
  nowhere: (t: ContactsTable) => sql`not exists (select 1 ${enrollmentsOf(t)})`,
  newest_is: (t: ContactsTable) => isOneOf(newestStatus(enrollmentsOf(t)), 'newest_is'),
  /** Beside it, the value `in_guide` says which. */
  newest_in_guide_is: (t: ContactsTable) => isOneOf(newestStatus(enrollmentsOf(t, 'in_guide')), 'newest_in_guide_is'),
}

/** The enrollments of a contact, or those in the guide whose id has this name. */
function enrollmentsOf(t: ContactsTable, guide?: string): SQL {
  const isInIt = guide === undefined ? sql`` : sql`and enrollments.guide_id = ${sql.placeholder(guide)}`
  return sql`from enrollments where enrollments.workspace_id = ${t.workspace_id} and enrollments.contact_id = ${t.id} ${isInIt}`
}

function newestStatus(enrollments: SQL): SQL {
  return sql`(select status ${enrollments} order by enrollments.created_at desc, enrollments.id desc limit 1)`
}

function isOneOf(status: SQL, statuses: string): SQL {
  return sql`${sql.placeholder(statuses)} like '%' || ${status} || '%'`
}
