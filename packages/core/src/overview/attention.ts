import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../context.ts'
import { isNewestUndelivered, MAX_UNDELIVERED } from '../emails/store.ts'
import type { EnrollmentStatus } from '../enrollments/contract.ts'
import { withNames } from '../enrollments/names/names.ts'
import { currentSteps } from '../enrollments/steps/current-steps.ts'
import { organisationNames } from '../organisations/store.ts'
import { COUNTS_TO } from '../records/lists/limits.ts'
import type { Reader } from '../storage/database.ts'
import { DAY_MS, later } from '../times.ts'
import { ATTENTION_KINDS, type AttentionKind } from './contract.ts'
import { stalledOf } from './stalled.ts'

const EXPIRING_DAYS = 3
const NOT_STARTED_DAYS = 7

interface Found {
  id: string
  contact_id: string
  guide_id: string
  guide_version_id: string
  has_plan: boolean
  organisation_id: string | null
  progress_percentage: number
  status: EnrollmentStatus
  last_activity_at: string | null
  at: string | null
}

/** The query of the enrollments of a kind. */
interface KindFilter {
  /** The condition of an index. */
  walk: SQL | undefined
  /** A further condition on its rows. */
  where?: (looked: Record<'guide_id' | 'status' | 'last_activity_at', PgColumn>) => SQL | undefined
  time: PgColumn
  /** Whether the index is ordered by time. */
  isByTime: boolean
}

interface Asking {
  workspace_id: string
  now: string
  /** The most items of a kind; 0 for its total alone. */
  limit: number
}

/** The items of each kind, or of one, with names and their total. */
export async function attentionOf(
  reader: Reader,
  { caller, now }: Context,
  { kind: only, limit }: { kind?: AttentionKind | undefined; limit: number },
) {
  const { workspace_id } = caller
  const { enrollments, guides } = reader.tables
  const at = now()
  const { guide_id, status, created_at, expires_at, last_activity_at, link_requested_at } = enrollments
  // By guide, which has an index: there are few guides.
  const ofGuides = reader.db.select({ id: guides.id }).from(guides).where(eq(guides.workspace_id, workspace_id))
  // The condition matches an index.
  const open = sql`${status} in ('invited', 'in_progress') and ${expires_at} is not null`
  const soon = later(at, EXPIRING_DAYS * DAY_MS)
  const stalled = await stalledOf(reader, workspace_id, at)
  const kinds: Partial<Record<AttentionKind, KindFilter>> = {
    link_request: {
      walk: isNotNull(link_requested_at),
      where: (looked) => eq(looked.status, 'expired'),
      time: link_requested_at,
      isByTime: true,
    },
    expiring: {
      walk: and(inArray(guide_id, ofGuides), open, gt(expires_at, at), lte(expires_at, soon)),
      time: expires_at,
      isByTime: false,
    },
    stalled: { ...stalled, time: last_activity_at, isByTime: true },
    not_started: {
      walk: and(eq(status, 'invited'), lte(created_at, later(at, -NOT_STARTED_DAYS * DAY_MS))),
      time: created_at,
      isByTime: true,
    },
  }
  const rows = []
  const counts: Record<AttentionKind, number> = none()
  for (const kind of ATTENTION_KINDS) {
    const filter = kinds[kind]
    const asking = { workspace_id, now: at, limit: only === undefined || only === kind ? limit : 0 }
    const found = filter
      ? await enrollmentsWhere(reader, asking, filter)
      : kind === 'question'
        ? await unanswered(reader, asking)
        : kind === 'email_problem'
          ? await undelivered(reader, asking)
          : await failing(reader, asking, caller.rights.has('webhooks:manage'))
    counts[kind] = found.total
    rows.push(...found.rows.map((row) => ({ mail: null, ...row, kind })))
  }
  return { data: rows, counts }
}

function none(): Record<AttentionKind, number> {
  return { question: 0, link_request: 0, email_problem: 0, webhook: 0, expiring: 0, stalled: 0, not_started: 0 }
}

/** The first enrollments by time, and their number; at most `COUNTS_TO` are examined. */
async function enrollmentsWhere(reader: Reader, asking: Asking, filter: KindFilter) {
  const { where = () => undefined, isByTime } = filter
  const isExact = isByTime && filter.where === undefined
  const first = scan(reader, asking, filter, isExact ? asking.limit : COUNTS_TO).as('first')
  const found: Found[] =
    asking.limit === 0
      ? []
      : await reader.db.select().from(first).where(where(first)).orderBy(asc(first.at)).limit(asking.limit)
  const all = scan(reader, asking, filter, COUNTS_TO).as('all_of_them')
  const [counted] = await reader.db.select({ total: count() }).from(all).where(where(all))
  return { rows: await named(reader, asking, found), total: counted?.total ?? 0 }
}

function scan(reader: Reader, { workspace_id }: Asking, { walk, time, isByTime }: KindFilter, limit: number) {
  const { enrollments } = reader.tables
  return reader.db
    .select({
      ...shown(reader),
      at: sql<string | null>`${time}`.mapWith((value: string) => String(time.mapFromDriverValue(value))).as('at'),
    })
    .from(enrollments)
    .where(and(eq(enrollments.workspace_id, workspace_id), walk))
    .orderBy(...(isByTime ? [asc(time)] : []))
    .limit(limit)
}

/** Enrollments with an unanswered question, among the newest unread messages. */
async function unanswered(reader: Reader, asking: Asking) {
  const { enrollments, messages } = reader.tables
  const { workspace_id, enrollment_id, kind, created_at } = messages
  const unread = reader.db
    .select({ workspace_id, enrollment_id, kind, created_at })
    .from(messages)
    .where(and(eq(workspace_id, asking.workspace_id), isNull(messages.read_at)))
    .orderBy(desc(created_at))
    .limit(COUNTS_TO)
    .as('unread')
  const ofEnrollment = and(eq(enrollments.workspace_id, unread.workspace_id), eq(enrollments.id, unread.enrollment_id))
  const [counted] = await reader.db
    .select({ total: countDistinct(enrollments.id) })
    .from(unread)
    .innerJoin(enrollments, ofEnrollment)
    .where(ne(unread.kind, 'answer'))
  // Several questions of one contact count once.
  const newest = await reader.db
    .select({ ...shown(reader), at: max(unread.created_at).as('at') })
    .from(unread)
    .innerJoin(enrollments, ofEnrollment)
    .where(ne(unread.kind, 'answer'))
    .groupBy(...Object.values(shown(reader)))
    .orderBy(desc(max(unread.created_at)))
    .limit(asking.limit)
  return { rows: await named(reader, asking, newest), total: counted?.total ?? 0 }
}

/** Enrollments whose newest mail to the contact was not delivered, among the newest mail that was not sent. */
async function undelivered(reader: Reader, asking: Asking) {
  const { enrollments, emails } = reader.tables
  const { workspace_id, id, enrollment_id, contact_id, status, created_at, updated_at } = emails
  const found: Found[] = []
  const kept = new Set<string>()
  let total = 0
  for (const which of ['failed', 'kept'] as const) {
    const mail = reader.db
      .select({ workspace_id, id, enrollment_id, contact_id, status, updated_at })
      .from(emails)
      // The condition matches an index.
      .where(
        and(eq(workspace_id, asking.workspace_id), sql`${status} not in ('waiting', 'sent') and ${status} = ${which}`),
      )
      .orderBy(desc(created_at), desc(id))
      .limit(MAX_UNDELIVERED)
      .as('mail')
    const ofEnrollment = and(eq(enrollments.workspace_id, mail.workspace_id), eq(enrollments.id, mail.enrollment_id))
    const where = and(ne(enrollments.status, 'expired'), isNewestUndelivered(mail))
    const [counted] = await reader.db
      .select({ total: count() })
      .from(mail)
      .innerJoin(enrollments, ofEnrollment)
      .where(where)
    total += counted?.total ?? 0
    const newest = reader.db
      .select({ ...shown(reader), at: mail.updated_at })
      .from(mail)
      .innerJoin(enrollments, ofEnrollment)
      .where(where)
      .orderBy(desc(mail.updated_at))
      .limit(asking.limit)
    if (asking.limit === 0) continue
    const some = await newest
    if (which === 'kept') for (const { id: of } of some) kept.add(of)
    found.push(...some)
  }
  const rows = await named(reader, asking, found.slice(0, asking.limit))
  return {
    rows: rows.map((row) => ({ ...row, mail: kept.has(row.id) ? ('kept' as const) : ('failed' as const) })),
    total,
  }
}

/** Endpoints that currently fail. */
async function failing(
  { db, tables: { webhook_endpoints: endpoints } }: Reader,
  { workspace_id, limit }: Asking,
  mayKnow: boolean,
) {
  if (!mayKnow) return { rows: [], total: 0 }
  const found = await db
    .select({
      id: endpoints.id,
      url: endpoints.url,
      description: endpoints.description,
      failing_since: endpoints.failing_since,
      at: endpoints.updated_at,
    })
    .from(endpoints)
    .where(
      and(eq(endpoints.workspace_id, workspace_id), isNotNull(endpoints.failing_since), ne(endpoints.status, 'paused')),
    )
    .orderBy(asc(endpoints.failing_since))
  const rows = found.slice(0, limit).map(({ id, url, description, failing_since, at }) => ({
    id,
    name: description || new URL(url).host,
    organisation: null,
    guide: null,
    step: null,
    progress_percentage: null,
    at: failing_since ?? at,
  }))
  return { rows, total: found.length }
}

function shown({ tables: { enrollments } }: Reader) {
  const { id, contact_id, guide_id, guide_version_id, organisation_id } = enrollments
  const { has_plan, progress_percentage, status, last_activity_at } = enrollments
  const own = { id, contact_id, guide_id, guide_version_id, organisation_id }
  return { ...own, has_plan, progress_percentage, status, last_activity_at }
}

async function named(reader: Reader, { workspace_id, now }: Asking, found: readonly Found[]) {
  const ids = [...new Set(found.flatMap(({ organisation_id }) => organisation_id ?? []))]
  const organisations = new Map((await organisationNames(reader, workspace_id, ids)).map(({ id, name }) => [id, name]))
  const rows = await withNames(reader, { workspace_id, listed: found, now })
  const stuck = rows.filter(({ stalled }) => stalled)
  const steps = await currentSteps(reader, workspace_id, stuck, now)
  return rows.map(({ id, contact_name, guide_title, organisation_id, progress_percentage, at }) => ({
    id,
    name: contact_name,
    organisation: organisations.get(organisation_id ?? '') ?? null,
    guide: guide_title,
    step: steps.get(id) ?? null,
    progress_percentage,
    at: at ?? '',
  }))
}
