import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { fileNameOf } from '../../media/address.ts'
import { membersOf } from '../../people/members/store.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { archiveOf, jsonLines, jsonOf, type Part } from './archive.ts'
import { type Table, walkTable } from './walk-table.ts'

const SENT = ['lease_until', 'leased_by', 'next_attempt_at', 'workspace_id']

/** Everything that a workspace keeps, but for credentials, and what is on its way for minutes. */
const TABLES: readonly Table[] = [
  { name: 'organisations', without: ['workspace_id', 'name_folded'] },
  { name: 'contacts', without: ['workspace_id', 'seq', 'search_text'] },
  { name: 'guides', without: ['workspace_id'] },
  { name: 'guide_versions', without: ['workspace_id'] },
  { name: 'enrollments', without: ['workspace_id', 'access_token'] },
  { name: 'step_completions', without: ['workspace_id'], key: ['enrollment_id', 'step_id'] },
  { name: 'form_submissions', without: ['workspace_id'], key: ['enrollment_id', 'step_id'] },
  { name: 'messages', without: ['workspace_id'] },
  { name: 'files', without: ['workspace_id', 'stored_as'] },
  { name: 'media', without: ['workspace_id', 'stored_as'] },
  { name: 'emails', without: SENT },
  { name: 'webhook_endpoints', without: ['workspace_id', 'former_secrets'] },
  { name: 'audit_entries', without: ['workspace_id'] },
]

/** A whole workspace: its records as lines of JSON, a file for each kind, and what people uploaded. */
export function workspaceArchive(context: Context): Readable {
  return archiveOf(partsOf(context))
}

async function* partsOf(context: Context): AsyncIterable<Part> {
  const { caller, store, contents, now } = context
  const { workspace_id } = caller
  const workspace = await store.read((reader) => findWorkspace(reader, workspace_id))
  const exported_at = now()
  yield { name: 'workspace.json', open: () => jsonOf({ exported_at, ...workspace }) }
  const members = await store.read((reader) => membersOf(reader, workspace_id))
  yield { name: 'members.jsonl', open: () => jsonLines(inOne(members)) }
  for (const table of TABLES)
    yield { name: `${table.name}.jsonl`, open: () => jsonLines(walkTable(store, workspace_id, table)) }
  for await (const files of walkTable(store, workspace_id, { name: 'files' }))
    for (const { id, name, stored_as } of files)
      if (typeof stored_as === 'string')
        yield { name: `files/${id}/${name}`, packed: true, open: () => contents.read(stored_as) }
  for await (const images of walkTable(store, workspace_id, { name: 'media' }))
    for (const { sha256, media_type, stored_as } of images)
      yield {
        name: `media/${fileNameOf({ sha256: String(sha256), media_type: String(media_type) })}`,
        packed: true,
        open: () => contents.read(String(stored_as)),
      }
}

async function* inOne<T>(rows: T[]): AsyncIterable<T[]> {
  yield rows
}
