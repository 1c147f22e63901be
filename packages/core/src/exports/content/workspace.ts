import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { fileNameOf } from '../../media/address.ts'
import { membersOf } from '../../people/members/store.ts'
import { workingCalendarOf } from '../../working-calendar/store.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { type ArchiveEntry, archiveOf, jsonLines, jsonOf } from './archive.ts'
import { WORKSPACE_TABLES } from './archived.ts'
import { walkTable } from './walk-table.ts'

/** The archive of a workspace: records as JSON lines, one file per kind, and uploaded files. */
export function workspaceArchive(context: Context): Readable {
  return archiveOf(partsOf(context))
}

async function* partsOf(context: Context): AsyncIterable<ArchiveEntry> {
  const { caller, store, contents, now } = context
  const { workspace_id } = caller
  const workspace = await store.read((reader) => findWorkspace(reader, workspace_id))
  const { working_days, holidays } = await store.read((reader) => workingCalendarOf(reader, workspace_id))
  const exported_at = now()
  yield { name: 'workspace.json', open: () => jsonOf({ exported_at, ...workspace, working_days, holidays }) }
  const members = await store.read((reader) => membersOf(reader, workspace_id))
  yield { name: 'members.jsonl', open: () => jsonLines(inOne(members)) }
  for (const table of WORKSPACE_TABLES)
    yield { name: `${table.name}.jsonl`, open: () => jsonLines(walkTable(context, table)) }
  for (const table of ['files', 'message_files'] as const)
    for await (const files of walkTable(context, { name: table }))
      for (const { id, name, stored_as } of files)
        if (typeof stored_as === 'string')
          yield { name: `files/${id}/${name}`, packed: true, open: () => contents.read(stored_as) }
  for await (const images of walkTable(context, { name: 'media' }))
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
