import { listAuditEntries } from '../../audit/operations.ts'
import { listContacts } from '../../contacts/operations/read.ts'
import type { Context } from '../../context.ts'
import { listEmails } from '../../emails/operations/outbox.ts'
import { listEnrollments } from '../../enrollments/operations/read.ts'
import { listAllGuides } from '../../guides/operations/manage.ts'
import { invoke } from '../../operation/invoke.ts'
import type { Operation } from '../../operation/operation.ts'
import { listOrganisations } from '../../organisations/operations.ts'
import { csvLine } from '../csv.ts'
import type { LISTS } from '../order.ts'

const PER_PAGE = 100
/** What opens something has no business in a table that is passed on. */
const LEFT_OUT = ['access_token', 'url', 'token', 'hint']

// Their inputs differ; each is given what it takes as text.
const OPERATIONS = {
  contacts: listContacts,
  organisations: listOrganisations,
  enrollments: listEnrollments,
  guides: listAllGuides,
  emails: listEmails,
  audit_entries: listAuditEntries,
} as unknown as Readonly<Record<(typeof LISTS)[number], Operation>>

interface Page {
  data: Record<string, unknown>[]
  meta: { next_cursor?: string | null }
}

/** A list as CSV, as the caller may see it, page by page as it is taken. */
export async function* listAsCsv(
  context: Context,
  list: (typeof LISTS)[number],
  filters: Record<string, string>,
): AsyncIterable<string> {
  const operation = OPERATIONS[list]
  let columns: string[] | undefined
  let cursor: string | null | undefined = ''
  do {
    // Every one of them answers with a page.
    const { value } = await invoke(operation, context, { ...typed(operation, filters), per_page: PER_PAGE, cursor })
    const { data, meta } = value as unknown as Page
    const [first] = data
    if (columns === undefined && first) {
      columns = Object.keys(first).filter((name) => !LEFT_OUT.includes(name))
      yield csvLine(columns)
    }
    const names = columns ?? []
    yield data.map((row) => csvLine(names.map((name) => row[name]))).join('')
    cursor = meta.next_cursor
  } while (cursor)
}

/** Filters come as text, as they are in addresses. */
function typed({ input }: Operation, filters: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const number = Number(value)
      const takesNumber = input.shape[name]?.safeParse(number).success ?? false
      return [name, takesNumber && value.trim() !== '' ? number : value]
    }),
  )
}
