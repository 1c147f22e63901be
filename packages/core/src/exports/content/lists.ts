import { auditEntryList } from '../../audit/store.ts'
import { contactList } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { emailList } from '../../emails/store.ts'
import { withNames } from '../../enrollments/names/names.ts'
import { enrollmentList } from '../../enrollments/store.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, InputTime } from '../../fields/fields.ts'
import { guideList } from '../../guides/store.ts'
import { organisationList } from '../../organisations/store.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { foldFilter } from '../../records/text.ts'
import { DAY_MS, later } from '../../times.ts'
import type { LISTS } from '../contract.ts'
import { csvLine } from '../csv.ts'
import { readInTurn } from './read-in-turn.ts'

type List = (typeof LISTS)[number]
type Query = { filters: Record<string, unknown>; per_page: number; cursor: string }

const PER_PAGE = 500
/** Credentials are not exported. */
const LEFT_OUT = ['token_hash', 'sealed_token']

/** The filters of lists in exports, as on their pages. */
const FILTERS: Record<List, readonly string[]> = {
  contacts: ['organisation_id', 'guide_id', 'enrollment_status'],
  organisations: ['name'],
  enrollments: ['contact_id', 'guide_id', 'organisation_id', 'assignee_id', 'status', 'stalled_days', 'stalled'],
  guides: ['status'],
  emails: ['status'],
  audit_entries: ['actor_id', 'action', 'from', 'until'],
}

/** The stored rows of a page of each list. */
const PAGES: Record<
  List,
  (context: Context, query: Query) => Promise<{ data: object[]; meta: { next_cursor?: string | null | undefined } }>
> = {
  contacts: (context, query) => listRecords(context, contactList, query),
  organisations: (context, query) => listRecords(context, organisationList, query),
  async enrollments(context, query) {
    const { workspace_id } = context.caller
    const { data, meta } = await listRecords(context, enrollmentList, query)
    const named = { workspace_id, listed: data, now: context.now() }
    return { data: await context.store.read((reader) => withNames(reader, named)), meta }
  },
  guides: (context, query) => listRecords(context, guideList, query),
  emails: (context, query) => listRecords(context, emailList, query),
  audit_entries: (context, query) => listRecords(context, auditEntryList, query),
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
    ...(filters.stalled !== undefined && filters.stalled !== 'true'
      ? [['filters.stalled', fieldError('invalid', 'is not true')]]
      : []),
  ]
  if (wrong.length > 0) throw validationError(Object.fromEntries(wrong))
}

/** A list as CSV, read page by page on demand. */
export async function* listAsCsv(context: Context, list: List, given: Record<string, string>): AsyncIterable<string> {
  const filters = valuesOf(context, given)
  let columns: string[] | undefined
  let cursor: string | null | undefined = ''
  do {
    const query: Query = { filters, per_page: PER_PAGE, cursor }
    const { data, meta } = await readInTurn(context, () => PAGES[list](context, query))
    const [first] = data
    if (columns === undefined && first) {
      columns = Object.keys(first).filter((name) => !LEFT_OUT.includes(name))
      yield csvLine(columns)
    }
    const names = columns ?? []
    yield data.map((row) => csvLine(names.map((name) => Reflect.get(row, name)))).join('')
    cursor = meta.next_cursor
  } while (cursor)
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
