import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ENROLLMENT_STATUSES } from '../enrollments/contract.ts'
import { Id } from '../fields/fields.ts'
import type { SelectiveFilter } from '../records/lists/plan.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { LATEST_ENROLLMENT_STATUSES } from './contract.ts'

/** Filters of contacts by their latest enrollment, in a guide or in any. */
export const LatestEnrollmentFilter = {
  guide_id: Id.optional().describe('Only contacts enrolled in this guide').meta({
    reference:
      'Restricts the list to contacts with an enrollment in this guide. With `enrollment_status`, only that guide is looked at.',
  }),
  enrollment_status: z
    .enum(LATEST_ENROLLMENT_STATUSES)
    .optional()
    .describe(
      'Only contacts whose newest enrollment (in guide_id, if given) has this status, is not completed, or does not exist',
    )
    .meta({
      reference:
        'Restricts the list by the newest enrollment of each contact, in `guide_id` if that is given: a status; `unfinished` for one that is not completed; `none` for contacts without one.',
    }),
}

/** The values of the filters for the conditions below. */
export function latestEnrollmentValues({ guide_id, enrollment_status: status, ...others }: Record<string, unknown>) {
  if (status === undefined) return { ...others, enrolled_in: guide_id }
  if (status === 'none') return { ...others, ...(guide_id === undefined ? { nowhere: true } : { not_in: guide_id }) }
  const statuses = status === 'unfinished' ? ENROLLMENT_STATUSES.filter((one) => one !== 'completed') : [status]
  // A joined text, because a list of values would need a statement for each length.
  const statusFilter = { only_status: statuses.length === 1 ? status : undefined }
  if (guide_id === undefined) return { ...others, newest_is: statuses.join(), ...statusFilter }
  return { ...others, in_guide: guide_id, newest_in_guide_is: statuses.join(), ...statusFilter }
}

type ContactsTable = Tables['contacts']

export const latestEnrollmentFilters = {
  enrolled_in: (t: ContactsTable, dialect: Dialect) =>
    sql`${firstOf(enrollmentsOf(t, dialect, 'enrolled_in'))} is not null`,
  not_in: (t: ContactsTable, dialect: Dialect) => sql`${firstOf(enrollmentsOf(t, dialect, 'not_in'))} is null`,
  nowhere: (t: ContactsTable) => sql`not ${t.is_enrolled}`,
  newest_is: (t: ContactsTable, dialect: Dialect) => isOneOf(newestStatus(enrollmentsOf(t, dialect)), 'newest_is'),
  /** The value `in_guide` names the guide. */
  newest_in_guide_is: (t: ContactsTable, dialect: Dialect) =>
    isOneOf(newestStatus(enrollmentsOf(t, dialect, 'in_guide')), 'newest_in_guide_is'),
}

/** If few enrollments are in a guide or have a status, they find the contacts. */
export const latestEnrollmentCandidates: SelectiveFilter<ContactsTable>[] = [
  enrolled('enrolled_in'),
  enrolled('in_guide', 'only_status'),
  enrolled('in_guide'),
  enrolled(undefined, 'only_status'),
]

function enrolled(guide: string | undefined, status?: string): SelectiveFilter<ContactsTable> {
  const filters = [guide, status].filter((name) => name !== undefined)
  return {
    filters,
    among: {
      column: (t) => t.id,
      index: 'contacts_id_unique',
      candidates: ({ enrollments: t }) =>
        sql`select ${t.contact_id} from ${t} where ${and(
          eq(t.workspace_id, sql.placeholder('workspace_id')),
          guide === undefined ? undefined : eq(t.guide_id, sql.placeholder(guide)),
          status === undefined ? undefined : eq(t.status, sql.placeholder(status)),
        )}`,
    },
  }
}

/** The enrollments of a contact, or those in the guide with this placeholder: a contact has few, a guide may have all. */
function enrollmentsOf(t: ContactsTable, dialect: Dialect, guide?: string): SQL {
  const { guide_id } = dialect.tables.enrollments
  const isInIt = guide === undefined ? sql`` : sql`and ${dialect.unindexed(guide_id)} = ${sql.placeholder(guide)}`
  return sql`from enrollments where enrollments.workspace_id = ${t.workspace_id} and enrollments.contact_id = ${t.id} ${isInIt}`
}

/** Not `exists`, which PostgreSQL would turn into a join with all enrollments. */
function firstOf(enrollments: SQL): SQL {
  return sql`(select 1 ${enrollments} limit 1)`
}

function newestStatus(enrollments: SQL): SQL {
  return sql`(select status ${enrollments} order by enrollments.created_at desc, enrollments.id desc limit 1)`
}

function isOneOf(status: SQL, statuses: string): SQL {
  return sql`${sql.placeholder(statuses)} like '%' || ${status} || '%'`
}
