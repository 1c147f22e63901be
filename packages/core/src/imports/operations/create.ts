import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { AppError, existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { Content } from '../../files/content-input.ts'
import { cleanFileName } from '../../files/file-name.ts'
import { receive } from '../../files/receive.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { IMPORTED, type Imported } from '../../storage/tables/imports.ts'
import { importsDue } from '../channel.ts'
import { Import } from '../import.ts'
import * as store from '../store.ts'
import { readTable } from '../table/read-table.ts'
import { MOST_COLUMNS, type TableRow, unreadable } from '../table/table.ts'
import { suggestionsFor } from '../targets.ts'

const MAX_BYTES = 50 * 1024 * 1024
/** So many rows are looked at for an example of each column. */
const LOOKED_AT = 20
/** Of a workspace: who begins more does not end them. */
const MOST_OPEN = 20

export const createImport = operation({
  name: 'create_import',
  summary: 'Begin to import contacts or organisations from a file',
  description:
    'CSV (at most 50 MB) or a workbook of Excel (.xlsx, at most 20 MB), with the names of the columns in the first row and at ' +
    'most 100,000 others. It is read in the background; nothing becomes a record before run_import.',
  access: 'imports:manage',
  status: 201,
  input: z.strictObject({ resource: z.enum(IMPORTED), name: z.string(), content: Content }),
  output: recordOf(Import),
  async run(context, { resource, name, content }) {
    const { contents } = context
    const { stored_as, bytes } = await receive(contents, content, { maxBytes: MAX_BYTES })
    try {
      const source = { bytes, open: () => contents.read(stored_as) }
      const columns = columnsOf(resource, await firstRows(readTable(source)))
      return { data: await keep(context, { resource, file_name: cleanFileName(name), stored_as, columns }) }
    } catch (error) {
      await contents.remove(stored_as)
      throw error
    }
  },
})

async function firstRows(table: AsyncIterable<TableRow>): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const row of table) if (rows.push(row) > LOOKED_AT) break
  return rows
}

function columnsOf(resource: Imported, [first, ...others]: readonly TableRow[]) {
  if (!first || others.length === 0) throw unreadable('has no row below the one with the names of the columns')
  const { cells } = first
  if (cells.length > MOST_COLUMNS) throw unreadable(`has more than ${MOST_COLUMNS} columns`)
  const names = cells.map((cell, index) => cell.trim().slice(0, 255) || `Column ${index + 1}`)
  const suggestions = suggestionsFor(resource, names)
  return names.map((name, index) => ({
    name,
    example:
      others
        .map((row) => row.cells[index]?.trim() ?? '')
        .find((text) => text !== '')
        ?.slice(0, 255) ?? '',
    suggestion: suggestions[index] ?? '',
  }))
}

type Begun = Pick<store.ImportsRow, 'resource' | 'file_name' | 'stored_as' | 'columns'>

function keep(context: Context, begun: Begun) {
  return context.store.write(async (tx) => {
    const { workspace_id } = context.caller
    await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} imports`)
    if ((await store.countOpen(tx, workspace_id)) >= MOST_OPEN)
      throw new AppError(
        'conflict',
        `There are ${MOST_OPEN} imports that nobody has finished. Discard some of them first`,
      )
    const id = newId()
    const counts = {
      rows: 0,
      place: 0,
      created: 0,
      updated: 0,
      unchanged: 0,
      faulty: 0,
      undone: 0,
      left: 0,
      enrolled: 0,
    }
    const waiting = { attempts: 0, error: null, next_attempt_at: tx.time, lease_until: null, leased_by: null }
    const chosen = { mapping: null, update_existing: true, create_organisations: true, enroll_in: null, problem: null }
    const times = { created_at: tx.stamp, updated_at: tx.stamp }
    const row = {
      workspace_id,
      id,
      status: 'reading' as const,
      ...begun,
      ...counts,
      ...waiting,
      ...chosen,
      ...times,
      send_invitations: false,
    }
    await store.insertImport(tx, row)
    const details = { resource: begun.resource, file: begun.file_name }
    await recordAudit(tx, context, { action: 'import.created', subject_id: id, details })
    await tx.notify(importsDue)
    return existing(await store.findImport(tx, { workspace_id, id }))
  })
}
