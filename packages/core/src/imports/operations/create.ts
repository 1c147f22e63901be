import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { AppError, existing, validationError } from '../../errors.ts'
import { type FieldErrorCode, fieldError } from '../../field-errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { Content } from '../../files/upload/content-input.ts'
import { FileName } from '../../files/upload/file-name.ts'
import { receive } from '../../files/upload/receive.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import type { Tx } from '../../storage/database.ts'
import { limitOf } from '../../workspaces/plans.ts'
import { inSlot } from '../../workspaces/quotas/slots.ts'
import { requireStorage } from '../../workspaces/quotas/storage.ts'
import { importsDue } from '../channel.ts'
import { IMPORTED, type Imported } from '../contract.ts'
import { Import } from '../import.ts'
import * as store from '../store.ts'
import { TableFault, type TableProblem, type TableRow } from '../table/table.ts'
import { suggestionsFor } from '../targets.ts'

const MAX_BYTES = 50 * 1024 * 1024
/** Number of rows examined at first: the header, and others for an example of each column. */
const SCAN_LIMIT = 21

export const createImport = operation({
  name: 'create_import',
  summary: 'Create an import of contacts or organisations from a file',
  description:
    'CSV (at most 50 MB) or an Excel workbook (.xlsx, at most 20 MB), with the names of the columns in the first row and at ' +
    'most 100,000 others. The file is read in the background; no record changes before run_import.',
  access: 'imports:manage',
  audit: ['import.created'],
  status: 201,
  input: z.strictObject({ resource: z.enum(IMPORTED), name: FileName, content: Content }),
  output: recordOf(Import),
  async run(context, { resource, name, content }) {
    const { contents, tableFiles, caller } = context
    await context.store.write((tx) => requireImportQuota(tx, context, 1))
    const take = () => receive(contents, content, { maxBytes: MAX_BYTES })
    const { stored_as, bytes, sha256 } = await inSlot(context, 'uploads', take)
    try {
      const source = { bytes, open: () => contents.read(stored_as) }
      const key = { workspace_id: caller.workspace_id, content_hash: sha256 }
      const columns = columnsOf(resource, await tableFiles.begin(key, source, SCAN_LIMIT))
      const uploaded = { resource, file_name: name, stored_as, content_hash: sha256, columns }
      return { data: await storeImport(context, bytes, uploaded) }
    } catch (error) {
      await contents.remove(stored_as)
      throw error instanceof TableFault ? refused(error) : error
    }
  },
})

const CODES = {
  unreadable: 'invalid',
  too_long: 'too_long',
  too_large: 'too_large',
  took_too_long: 'too_large',
  took_too_much_memory: 'too_large',
  ended_process: 'invalid',
} as const satisfies Record<TableProblem, FieldErrorCode>

function refused(fault: TableFault): AppError {
  const problem = fieldError(CODES[fault.code], fault.message)
  return validationError({ content: problem }, { reason: `file_${fault.code}`, cause: fault })
}

function columnsOf(resource: Imported, [first, ...others]: readonly TableRow[]) {
  if (!first || others.length === 0) throw new TableFault('has no rows below the header')
  const { cells } = first
  const columns = cells.map((cell, index) => ({
    name: cell.trim().slice(0, 255) || `Column ${index + 1}`,
    example:
      others
        .map((row) => row.cells[index]?.trim() ?? '')
        .find((text) => text !== '')
        ?.slice(0, 255) ?? '',
  }))
  const suggestions = suggestionsFor(resource, columns)
  return columns.map((column, index) => ({ ...column, suggestion: suggestions[index] ?? '' }))
}

type UploadedTable = Pick<store.ImportsRow, 'resource' | 'file_name' | 'stored_as' | 'content_hash' | 'columns'>

/** @throws AppError where the plan of the workspace has no room for another import, or for so many bytes */
async function requireImportQuota(tx: Tx, context: Context, bytes: number): Promise<void> {
  const { workspace_id, plan } = context.caller
  await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} imports`)
  const most = limitOf(plan, 'imports')
  if (most !== undefined && (await store.countOpen(tx, workspace_id)) >= most)
    throw new AppError('conflict', `There are ${most} unfinished imports. Discard some of them first`, {
      reason: 'too_many_imports',
    })
  await requireStorage(tx, context, bytes)
}

function storeImport(context: Context, bytes: number, begun: UploadedTable) {
  return context.store.write(async (tx) => {
    const { workspace_id } = context.caller
    await requireImportQuota(tx, context, bytes)
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
      bytes: 0,
      file_bytes: bytes,
      longest_row: 0,
    }
    const waiting = {
      attempts: 0,
      deaths: 0,
      error: null,
      next_attempt_at: tx.time,
      lease_until: null,
      leased_by: null,
    }
    const chosen = { mapping: null, update_existing: true, create_organisations: true, enroll_in: null }
    const problem = { problem: null, problem_code: null, problem_row: null, problem_column: null }
    const times = { created_at: tx.stamp, updated_at: tx.stamp }
    const row = {
      workspace_id,
      id,
      status: 'reading' as const,
      ...begun,
      ...counts,
      ...waiting,
      ...chosen,
      ...problem,
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
