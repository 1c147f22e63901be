import { auditEntryList } from '../../audit/store.ts'
import { contactEmails, contactList } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { emailList } from '../../emails/store.ts'
import { enrollmentList } from '../../enrollments/list.ts'
import { withNames } from '../../enrollments/names/names.ts'
import { scoresOf } from '../../enrollments/store.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, InputTime } from '../../fields/fields.ts'
import { guideList } from '../../guides/store.ts'
import { organisationList, organisationNames } from '../../organisations/store.ts'
import { memberNames } from '../../people/members/assignee.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { fold, foldFilter } from '../../records/text.ts'
import { DAY_MS, later } from '../../times.ts'
import type { LISTS } from '../contract.ts'
import { answerColumns, answersOfAll } from './form-answers.ts'
import { readInTurn } from './read-in-turn.ts'
import type { Sheet } from './sheet.ts'

type List = (typeof LISTS)[number]
type Query = { filters: Record<string, unknown>; per_page: number; cursor: string }

const PER_PAGE = 500
/** Credentials are not exported, nor columns that no list shows. */
const LEFT_OUT = ['token_hash', 'sealed_token', 'has_plan', 'guide_version_id']

/** The filters of lists in exports, as on their pages. */
const FILTERS: Record<List, readonly string[]> = {
  contacts: ['query', 'organisation_id', 'guide_id', 'enrollment_status'],
  organisations: ['name'],
  enrollments: [
    ...['query', 'contact_id', 'participant_contact_id', 'guide_id', 'organisation_id', 'assignee_id'],
    ...['status', 'stalled_days', 'stalled', 'health', 'target_before', 'target_after'],
  ],
  guides: ['status'],
  emails: ['status'],
  audit_entries: ['actor_id', 'action', 'from', 'until'],
}

/** The rows of a page of each list, with names beside the ids. */
const PAGES: Record<
  List,
  (context: Context, query: Query) => Promise<{ data: object[]; meta: { next_cursor?: string | null | undefined } }>
> = {
  async contacts(context, query) {
    const { data, meta } = await listRecords(context, contactList, query)
    const nameOf = await organisationsOf(context, data)
    return {
      data: data.map((row) => beside(row, { organisation_id: { organisation_name: nameOf(row.organisation_id) } })),
      meta,
    }
  },
  organisations: (context, query) => listRecords(context, organisationList, query),
  async enrollments(context, query) {
    const { workspace_id } = context.caller
    const { data, meta } = await listRecords(context, enrollmentList, query)
    const named = { workspace_id, listed: data, now: context.now() }
    const rows = await context.store.read((reader) => withNames(reader, named))
    const organisationName = await organisationsOf(context, rows)
    const people = await context.store.read(async (reader) => ({
      emails: await contactEmails(reader, workspace_id, unique(rows.map(({ contact_id }) => contact_id))),
      scores: await scoresOf(
        reader,
        workspace_id,
        rows.map(({ id }) => id),
      ),
      members: await memberNames(reader, workspace_id, unique(rows.flatMap(({ assignee_id }) => assignee_id ?? []))),
    }))
    const scores = new Map(people.scores.map(({ id, ...score }) => [id, score]))
    const emails = new Map(people.emails.map(({ id, email }) => [id, email]))
    const members = new Map(people.members.map(({ id, name }) => [id, name]))
    return {
      data: rows.map(({ contact_name, guide_title, ...row }) =>
        beside(
          { ...row, health_reason: row.health_reason?.message ?? null },
          {
            contact_id: { contact_name, contact_email: emails.get(row.contact_id) ?? null },
            guide_id: { guide_title },
            organisation_id: { organisation_name: organisationName(row.organisation_id) },
            assignee_id: { assignee_name: members.get(row.assignee_id ?? '') ?? null },
            progress_percentage: scores.get(row.id) ?? {},
          },
        ),
      ),
      meta,
    }
  },
  guides: (context, query) => listRecords(context, guideList, query),
  emails: (context, query) => listRecords(context, emailList, query),
  audit_entries: (context, query) => listRecords(context, auditEntryList, query),
}

/** A row with further columns after some of its own. */
function beside(row: object, additions: Record<string, Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => [[name, value], ...Object.entries(additions[name] ?? {})]),
  )
}

/** The names of the organisations of some rows; null for none. */
async function organisationsOf({ store, caller }: Context, rows: readonly { organisation_id: string | null }[]) {
  const ids = unique(rows.flatMap(({ organisation_id }) => organisation_id ?? []))
  const found = await store.read((reader) => organisationNames(reader, caller.workspace_id, ids))
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return (id: string | null) => names.get(id ?? '') ?? null
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}

/** @throws AppError `validation_error` for what the list cannot be filtered by */
export function requireFilters(list: List, filters: Record<string, string>): void {
  const unknown = Object.keys(filters).filter((name) => !FILTERS[list].includes(name))
  const malformed = Object.entries(filters).filter(
    // In the audit log, an actor need not be a person.
    ([name, value]) => name.endsWith('_id') && list !== 'audit_entries' && !Id.safeParse(value).success,
  )
  const untimely = Object.entries(filters).filter(
    ([name, value]) => ['from', 'until'].includes(name) && !InputTime.safeParse(value).success,
  )
  const wrong = [
    ...unknown.map((name) => [`filters.${name}`, fieldError('unknown_field')]),
    ...untimely.map(([name]) => [`filters.${name}`, fieldError('invalid', 'is not a time')]),
    ...malformed.map(([name]) => [`filters.${name}`, fieldError('invalid', 'is not a valid id')]),
    ...(filters.stalled_days !== undefined && !/^\d{1,4}$/.test(filters.stalled_days)
      ? [['filters.stalled_days', fieldError('invalid', 'is not a number of days')]]
      : []),
    ...(filters.query !== undefined && fold(filters.query) === '' ? [['filters.query', fieldError('blank')]] : []),
    ...(filters.stalled !== undefined && filters.stalled !== 'true'
      ? [['filters.stalled', fieldError('invalid', 'is not true')]]
      : []),
  ]
  if (wrong.length > 0) throw validationError(Object.fromEntries(wrong))
}

/** A list, read page by page on demand. */
export async function listSheet(context: Context, list: List, given: Record<string, string>): Promise<Sheet> {
  const filters = valuesOf(context, given)
  const page = (cursor: string) =>
    readInTurn(context, () => PAGES[list](context, { filters, per_page: PER_PAGE, cursor }))
  const first = await page('')
  const own = Object.keys(first.data[0] ?? {}).filter((name) => !LEFT_OUT.includes(name))
  const { workspace_id } = context.caller
  const answers =
    list === 'enrollments' && first.data.length > 0
      ? await context.store.read((reader) => answerColumns(reader, workspace_id, given.guide_id))
      : []
  async function valuesOfPage(data: object[]): Promise<unknown[][]> {
    const ids = answers.length === 0 ? [] : data.map((row) => String(Reflect.get(row, 'id')))
    const answerOf = await context.store.read((reader) => answersOfAll(reader, workspace_id, ids))
    return data.map((row) => [
      ...own.map((name) => Reflect.get(row, name)),
      ...answers.map((column) => answerOf(String(Reflect.get(row, 'id')), column)),
    ])
  }
  async function* parts() {
    let { data, meta } = first
    for (;;) {
      yield await valuesOfPage(data)
      if (!meta.next_cursor) return
      ;({ data, meta } = await page(meta.next_cursor))
    }
  }
  return { columns: [...own, ...answers.map(({ name }) => name)], parts: parts() }
}

/** The values of the filters for the conditions of the lists. */
function valuesOf(
  { now }: Context,
  { name, stalled_days, stalled, ...others }: Record<string, string>,
): Record<string, unknown> {
  return {
    ...others,
    ...(name !== undefined && { name: foldFilter(name) }),
    ...(stalled_days !== undefined && { stalled_since: later(now(), -Number(stalled_days) * DAY_MS) }),
    ...(stalled !== undefined && { stalled_at: now() }),
  }
}
