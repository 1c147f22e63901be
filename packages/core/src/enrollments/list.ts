import { eq, sql } from 'drizzle-orm'
import { searchValues } from '../contacts/search/orders.ts'
import { byIndexedMetadata, indexedMetadata } from '../metadata-keys/indexed-filter.ts'
import { countOf } from '../records/counters.ts'
import { COUNTS_TO, SCAN_LIMIT } from '../records/lists/limits.ts'
import type { ListSource } from '../records/lists/source.ts'
import { metadataMatches } from '../records/metadata-filter/metadata-filter.ts'
import { columnsOf } from '../records/rows.ts'
import { NO_TARGET } from '../storage/tables/enrollments.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { byGuide, byHealth, byStatus } from './by-group.ts'
import { fewOfParticipant, takesPart } from './by-participant.ts'
import { ListedEnrollment } from './enrollment.ts'
import { customerFilters, fewOfCustomers } from './search/customer-filters.ts'
import { stallDaysOf } from './stall-days.ts'

type EnrollmentsTable = Tables['enrollments']

/** The row in lists: without the link, which requires the token, the names, and computed fields. */
const Stored = ListedEnrollment.omit({
  access_token: true,
  url: true,
  contact_name: true,
  guide_title: true,
  forecast_date: true,
  stalled: true,
  email_problem: true,
})
const enrollmentColumns = (table: EnrollmentsTable) => {
  const { token_hash, sealed_token, created_by, has_plan, guide_version_id } = table
  return { ...columnsOf(table, Stored), token_hash, sealed_token, created_by, has_plan, guide_version_id }
}

// With its type named: declarations that show it would have all columns for each filter.
export const enrollmentList: ListSource<EnrollmentsTable, ReturnType<typeof enrollmentColumns>> = {
  name: 'enrollments',
  deletions: 'enrollments',
  table: (tables) => tables.enrollments,
  columns: enrollmentColumns,
  filters: {
    contact_id: (t) => eq(t.contact_id, sql.placeholder('contact_id')),
    guide_id: (t) => eq(t.guide_id, sql.placeholder('guide_id')),
    organisation_id: (t) => eq(t.organisation_id, sql.placeholder('organisation_id')),
    assignee_id: (t) => eq(t.assignee_id, sql.placeholder('assignee_id')),
    status: (t) => eq(t.status, sql.placeholder('status')),
    stalled_since: (t) =>
      sql`${t.status} = 'in_progress' and ${t.last_activity_at} <= ${sql.placeholder('stalled_since')}`,
    health: (t) => eq(t.health, sql.placeholder('health')),
    // No name of a health is part of another one.
    healths: (t) => sql`${sql.placeholder('healths')} like '%' || ${t.health} || '%'`,
    target_before: (t) => sql`${t.target_order} < ${sql.placeholder('target_before')}`,
    target_after: (t) =>
      sql`${t.target_order} > ${sql.placeholder('target_after')} and ${t.target_order} < ${NO_TARGET}`,
    participant_contact_id: takesPart,
    metadata: metadataMatches,
    ...customerFilters,
    // By the days set in each guide.
    stalled_at: (t, dialect) =>
      sql`${t.status} = 'in_progress' and ${t.last_activity_at} <= ${dialect.daysBefore(sql.placeholder('stalled_at'), stallDaysOf(t, dialect))}`,
  },
  // Stalled enrollments are in progress, which has an index.
  values: ({ status, health, ...others }, dialect) => ({
    ...searchValues(others, dialect),
    ...(typeof health === 'string' && health.includes(',') ? { healths: health } : { health }),
    status: others.stalled_since === undefined && others.stalled_at === undefined ? status : (status ?? 'in_progress'),
  }),
  indexed: indexedMetadata('enrollments'),
  orders: {
    contact_name: (t) => t.contact_sort_name,
    progress_percentage: (t) => t.progress_percentage,
    target_date: (t) => t.target_order,
  },
  groups: { guide_title: byGuide, status: byStatus, health: byHealth },
  countsTo: COUNTS_TO,
  goesOn: true,
  looks: {
    at: SCAN_LIMIT,
    whole: ['metadata'],
    within: [
      ['contact_id'],
      ['organisation_id'],
      ['assignee_id'],
      ['health'],
      ['guide_id', 'status'],
      ['guide_id'],
      ['status'],
    ],
    changes: true,
    few: [
      ...fewOfCustomers,
      fewOfParticipant,
      byIndexedMetadata('enrollments'),
      { filters: ['stalled_since'] },
      { filters: ['target_after', 'target_before'] },
      { filters: ['target_before'] },
      { filters: ['target_after'] },
    ],
  },
  counted: 'enrollments',
  // Counted by guide and status; the enrollments of one contact, organisation or member are few enough for their index.
  total: (reader, workspace_id, { guide_id, status, ...others }) =>
    Object.values(others).every((filter) => filter === undefined)
      ? countOf(reader, workspace_id, 'enrollments', {
          guide_id: guide_id as string | undefined,
          status: status as string | undefined,
        })
      : undefined,
}
