import type { Readable } from 'node:stream'
import { findContactEvenDeleted } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { existing } from '../../errors.ts'
import { archiveOf, jsonOf, type Part } from './archive.ts'
import { type Table, walkTable } from './walk-table.ts'

/** What belongs to an enrollment of a contact. */
const OF_ENROLLMENT: readonly Table[] = [
  { name: 'step_completions', without: ['workspace_id', 'enrollment_id'], key: ['step_id'] },
  { name: 'form_submissions', without: ['workspace_id', 'enrollment_id'], key: ['step_id'] },
  { name: 'step_drafts', without: ['workspace_id', 'enrollment_id'], key: ['step_id'] },
  { name: 'messages', without: ['workspace_id', 'enrollment_id'] },
  { name: 'files', without: ['workspace_id', 'enrollment_id', 'stored_as'] },
]
const EMAILS: Table = { name: 'emails', without: ['workspace_id', 'sealed_message', 'lease_until', 'leased_by'] }

/** Everything that is known of a contact, as a person may ask for: what was said and done, and the files that were sent. */
export async function contactArchive(context: Context, id: string): Promise<Readable> {
  const { workspace_id } = context.caller
  const contact = existing(await context.store.read((reader) => findContactEvenDeleted(reader, workspace_id, id)))
  return archiveOf(partsOf(context, contact))
}

async function* partsOf({ caller, store, contents }: Context, contact: { id: string }): AsyncIterable<Part> {
  const { workspace_id } = caller
  const all = async (table: Table) => {
    const rows: Record<string, unknown>[] = []
    for await (const some of walkTable(store, workspace_id, table)) rows.push(...some)
    return rows
  }
  const of = (table: Table, column: string, value: string) => all({ ...table, only: { column, value } })
  const rows = await of({ name: 'enrollments', without: ['workspace_id', 'access_token'] }, 'contact_id', contact.id)
  const enrollments: object[] = []
  const files: Record<string, unknown>[] = []
  for (const enrollment of rows) {
    const left: Record<string, unknown> = {}
    for (const table of OF_ENROLLMENT) left[table.name] = await of(table, 'enrollment_id', String(enrollment.id))
    enrollments.push({ ...enrollment, ...left })
    files.push(...(await of({ name: 'files' }, 'enrollment_id', String(enrollment.id))))
  }
  const emails = await of(EMAILS, 'contact_id', contact.id)
  yield { name: 'contact.json', open: () => jsonOf({ ...contact, enrollments, emails }) }
  for (const { id, name, stored_as } of files)
    if (typeof stored_as === 'string')
      yield { name: `files/${id}/${name}`, packed: true, open: () => contents.read(stored_as) }
}
