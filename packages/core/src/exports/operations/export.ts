import { Readable } from 'node:stream'
import { z } from 'zod'
import { rightsOf, SYSTEM_RIGHTS } from '../../access/rights.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { OutputUrl, recordOf } from '../../fields/fields.ts'
import { cleanFileName } from '../../files/upload/file-name.ts'
import { operation } from '../../operation/operation.ts'
import { findRole } from '../../people/members/store.ts'
import { NO_PLAN } from '../../workspaces/plans.ts'
import { takeSlot } from '../../workspaces/quotas/slots.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { contactArchive } from '../content/contact.ts'
import { guideAsJson } from '../content/guide.ts'
import { importAsCsv } from '../content/import-rows.ts'
import { listSheet, requireFilters } from '../content/lists.ts'
import { workspaceArchive } from '../content/workspace.ts'
import { workbookOf } from '../content/xlsx.ts'
import { csvOf } from '../csv.ts'
import { ExportScope, exportUrl, isStillSignedIn, type Order, orderOf } from '../order.ts'

const CSV = 'text/csv; charset=utf-8'
const ZIP = 'application/zip'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Apart from guides, which every member may read, exports require the right to read and change everything. */
function requireRight({ caller }: Context, { what }: ExportScope): void {
  if (caller.rights.has(what === 'guide' ? 'guides:read' : 'exports:manage')) return
  throw new AppError('forbidden', 'You are not allowed to do this')
}

export const createExport = operation({
  name: 'create_export',
  summary: 'Create a download link for a list, a guide, the data of a contact or the whole workspace',
  description:
    'The link is valid for 15 minutes, as long as the requester stays signed in, keeps the right and does not change the password.',
  access: 'guides:read',
  does: ['adds'],
  audit: ['export.created'],
  status: 201,
  input: z.strictObject({ export: ExportScope }),
  output: recordOf(z.object({ url: OutputUrl })),
  async run(context, { export: what }) {
    requireRight(context, what)
    if (what.what === 'list') requireFilters(what.list, what.filters)
    await context.store.write((tx) => {
      const subject = 'id' in what ? { subject_id: what.id } : {}
      const details = { what: what.what === 'list' ? what.list : what.what }
      return recordAudit(tx, context, { action: 'export.created', ...subject, details })
    })
    return { data: { url: await exportUrl(context, what) } }
  },
})

const Download = z.object({ name: z.string(), media_type: z.string(), content: z.custom<Readable>() })

export const openExport = operation({
  name: 'open_export',
  summary: 'Download an export by its link',
  access: 'visit',
  // It holds one of the concurrent exports of the workspace meanwhile.
  unaudited: 'preview',
  status: 200,
  input: z.strictObject({ token: z.string().max(4000) }),
  output: recordOf(Download),
  async run(context, { token }) {
    const order = orderOf(context, token)
    const { what } = order
    const own = await contextFor(context, order)
    requireRight(own, what)
    const content = await inTurn(own, what)
    const day = context.now().slice(0, 10)
    const [name, media_type] =
      what.what === 'list' ? ([what.list, what.format === 'xlsx' ? XLSX : CSV] as const) : NAMED[what.what]
    const ending = ENDINGS[media_type] ?? ''
    return { data: { name: cleanFileName(`${name}-${day}${ending}`), media_type, content } }
  },
})

const NAMED = {
  import: ['import', CSV],
  guide: ['guide', 'application/json'],
  contact: ['contact', ZIP],
  workspace: ['workspace', ZIP],
} as const satisfies Record<Exclude<ExportScope['what'], 'list'>, readonly [string, string]>

/** The content of an export, which counts as under way until its end, so that concurrent exports are limited. */
async function inTurn(context: Context, what: ExportScope): Promise<Readable> {
  const end = await takeSlot(context, 'exports')
  try {
    const content = await contentOf(context, what)
    const unread = setTimeout(() => content.readableDidRead || content.destroy(), UNREAD_MS).unref()
    content.once('close', () => {
      clearTimeout(unread)
      void end()
    })
    return content
  } catch (error) {
    await end()
    throw error
  }
}

async function contentOf(context: Context, what: ExportScope): Promise<Readable> {
  switch (what.what) {
    case 'list':
      return listFile(context, what)
    case 'import':
      return textOf(importAsCsv(context, what.id))
    case 'guide':
      return Readable.from([await guideAsJson(context, what.id)])
    case 'contact':
      return contactArchive(context, what.id)
    case 'workspace':
      return workspaceArchive(context)
  }
}

async function listFile(context: Context, { list, filters, format }: Extract<ExportScope, { what: 'list' }>) {
  const sheet = await listSheet(context, list, filters)
  if (format === 'csv') return textOf(csvOf(sheet))
  const { workspace_id } = context.caller
  const workspace = await context.store.read((reader) => findWorkspace(reader, workspace_id))
  return workbookOf(list, sheet, workspace?.time_zone ?? 'UTC')
}

/** Unread exports are cancelled after this time. */
const UNREAD_MS = 30_000

const ENDINGS: Record<string, string> = { [CSV]: '.csv', [ZIP]: '.zip', [XLSX]: '.xlsx', 'application/json': '.json' }

/** UTF-8 with a byte order mark: without it, spreadsheets assume another encoding. */
function textOf(lines: AsyncIterable<string>): Readable {
  async function* bytes() {
    yield Buffer.from('\ufeff')
    for await (const line of lines) yield Buffer.from(line)
  }
  return Readable.from(bytes(), { objectMode: false })
}

/** The context of the requester, with the current rights. */
async function contextFor(context: Context, { workspace_id, by }: Order): Promise<Context> {
  const role =
    by &&
    (await context.store.read(async (reader) =>
      (await isStillSignedIn(reader, by, context.now())) ? findRole(reader, workspace_id, by.user_id) : undefined,
    ))
  if (by !== null && !role) throw notFound()
  const rights = role ? rightsOf(role) : SYSTEM_RIGHTS
  const workspace = await context.store.read((reader) => findWorkspace(reader, workspace_id))
  const plan = context.settings.plans[workspace?.plan ?? ''] ?? NO_PLAN
  const caller = { kind: 'member' as const, id: by?.user_id ?? 'system', workspace_id, rights, plan }
  return { ...context, caller }
}
