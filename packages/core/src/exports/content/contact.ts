import type { Readable } from 'node:stream'
import { findContactEvenDeleted } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { recordedPerson } from '../../enrollments/participants/person.ts'
import { existing } from '../../errors.ts'
import { isInternal } from '../../guides/responsible.ts'
import { findVersion } from '../../guides/store.ts'
import { PERSONS, type PersonColumn } from '../../storage/tables/persons.ts'
import { type ArchiveEntry, archiveOf, jsonOf } from './archive.ts'
import { CONTACT_TABLES, ENROLLMENT_TABLES, type OwnTable } from './archived.ts'
import { walkTable } from './walk-table.ts'

/** The data of a contact for a subject access request: records, messages and uploaded files. */
export async function contactArchive(context: Context, id: string): Promise<Readable> {
  const { workspace_id } = context.caller
  const contact = existing(await context.store.read((reader) => findContactEvenDeleted(reader, workspace_id, id)))
  return archiveOf(partsOf(context, contact))
}

/** The columns with who did what a row contains, by table: rows of participants are in enrollments of others. */
const DOERS: ReadonlyMap<string, ReadonlyMap<string, PersonColumn>> = new Map(
  Object.entries<Readonly<Record<string, PersonColumn>>>(PERSONS).map(([name, columns]) => [
    name,
    new Map(Object.entries(columns).filter(([, { did }]) => did)),
  ]),
)

/** The tables of enrollments that say who did what. */
const TABLES_OF_PARTICIPANTS = ENROLLMENT_TABLES.filter(({ name }) => (DOERS.get(name)?.size ?? 0) > 0)

function isBy(table: string, row: Record<string, unknown>, participant: string): boolean {
  const doers = [...(DOERS.get(table) ?? [])]
  return doers.some(([column, { as }]) => row[column] === (as === 'caller' ? recordedPerson(participant) : participant))
}

/** Leaves out what was done in the steps of an enrollment that its contact never sees. */
async function hideInternal({ caller, store }: Context, enrollment: Record<string, unknown>): Promise<void> {
  const { workspace_id } = caller
  const version = await store.read((reader) => findVersion(reader, workspace_id, String(enrollment.guide_version_id)))
  const steps = (version?.sections ?? []).flatMap((section) => section.steps)
  const internal = new Set<unknown>(steps.filter(isInternal).map(({ id }) => id))
  const done = enrollment.step_completions
  if (internal.size > 0 && Array.isArray(done))
    enrollment.step_completions = done.filter(({ step_id }: Record<string, unknown>) => !internal.has(step_id))
}

async function* partsOf(context: Context, contact: { id: string }): AsyncIterable<ArchiveEntry> {
  const { contents } = context
  const rowsOf = async ({ column, ...table }: OwnTable, value: string) => {
    const rows: Record<string, unknown>[] = []
    for await (const some of walkTable(context, { ...table, only: { column, value } })) rows.push(...some)
    return rows
  }
  const known: Record<string, Record<string, unknown>[]> = {}
  // The contact itself is exported as its record.
  for (const table of CONTACT_TABLES.filter(({ name }) => name !== 'contacts'))
    known[table.name] = await rowsOf(table, contact.id)
  const files: Record<string, unknown>[] = []
  for (const enrollment of known.enrollments ?? []) {
    const id = String(enrollment.id)
    for (const table of ENROLLMENT_TABLES) enrollment[table.name] = await rowsOf(table, id)
    await hideInternal(context, enrollment)
    for (const name of ['files', 'message_files'] as const)
      files.push(...(await rowsOf({ name, column: 'enrollment_id' }, id)))
  }
  for (const participant of known.participants ?? []) {
    const enrollment_id = String(participant.enrollment_id)
    for (const table of TABLES_OF_PARTICIPANTS) {
      const rows = await rowsOf(table, enrollment_id)
      participant[table.name] = rows.filter((row) => isBy(table.name, row, String(participant.id)))
    }
    const sent = await rowsOf({ name: 'files', column: 'enrollment_id' }, enrollment_id)
    files.push(...sent.filter((row) => isBy('files', row, String(participant.id))))
  }
  yield { name: 'contact.json', open: () => jsonOf({ ...contact, ...known }) }
  for (const { id, name, stored_as } of files)
    if (typeof stored_as === 'string')
      yield { name: `files/${id}/${name}`, packed: true, open: () => contents.read(stored_as) }
}
