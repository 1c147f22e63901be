import { Readable } from 'node:stream'
import { z } from 'zod'
import { rightsOf, SYSTEM_RIGHTS } from '../../access/rights.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { OutputUrl, recordOf } from '../../fields/fields.ts'
import { cleanFileName } from '../../files/file-name.ts'
import { operation } from '../../operation/operation.ts'
import { findRole } from '../../people/members/store.ts'
import { NO_PLAN } from '../../workspaces/plans.ts'
import { contactArchive } from '../content/contact.ts'
import { guideAsJson } from '../content/guide.ts'
import { importAsCsv } from '../content/import-rows.ts'
import { listAsCsv, requireFilters } from '../content/lists.ts'
import { workspaceArchive } from '../content/workspace.ts'
import { exportUrl, orderOf, What } from '../order.ts'

const CSV = 'text/csv; charset=utf-8'
const ZIP = 'application/zip'

/** Beyond what shows a guide, which every member may see, exports are for those who may see and change everything. */
function requireRight({ caller }: Context, { what }: What): void {
  if (caller.rights.has(what === 'guide' ? 'guides:read' : 'exports:manage')) return
  throw new AppError('forbidden', 'You are not allowed to do this')
}

export const createExport = operation({
  name: 'create_export',
  summary: 'Get an address at which a list, a guide, a contact’s data or the whole workspace can be downloaded',
  description: 'It opens for 15 minutes, as long as whoever asked may have it.',
  access: 'guides:read',
  status: 201,
  input: z.strictObject({ export: What }),
  output: recordOf(z.object({ url: OutputUrl })),
  async run(context, { export: what }) {
    requireRight(context, what)
    if (what.what === 'list') requireFilters(what.list, what.filters)
    await context.store.write((tx) => {
      const subject = 'id' in what ? { subject_id: what.id } : {}
      const details = { what: what.what === 'list' ? what.list : what.what }
      return recordAudit(tx, context, { action: 'export.created', ...subject, details })
    })
    return { data: { url: exportUrl(context, what) } }
  },
})

const Download = z.object({ name: z.string(), media_type: z.string(), content: z.custom<Readable>() })

export const openExport = operation({
  name: 'open_export',
  summary: 'Download an export by the address that was given out for it',
  access: 'visit',
  status: 200,
  input: z.strictObject({ token: z.string().max(4000) }),
  output: recordOf(Download),
  async run(context, { token }) {
    const { what, workspace_id, user_id } = orderOf(context, token)
    const own = await contextFor(context, workspace_id, user_id)
    requireRight(own, what)
    const day = context.now().slice(0, 10)
    const named = (name: string, media_type: string, content: Readable) => ({
      data: { name: cleanFileName(`${name}-${day}`.concat(ENDINGS[media_type] ?? '')), media_type, content },
    })
    switch (what.what) {
      case 'list':
        return named(what.list, CSV, textOf(listAsCsv(own, what.list, what.filters)))
      case 'import':
        return named('import', CSV, textOf(importAsCsv(own, what.id)))
      case 'guide':
        return named('guide', 'application/json', Readable.from([await guideAsJson(own, what.id)]))
      case 'contact':
        return named('contact', ZIP, await contactArchive(own, what.id))
      case 'workspace':
        return named('workspace', ZIP, workspaceArchive(own))
    }
  },
})

const ENDINGS: Record<string, string> = { [CSV]: '.csv', [ZIP]: '.zip', 'application/json': '.json' }

/** As UTF-8 with its mark: without it, spreadsheets take it for something else. */
function textOf(lines: AsyncIterable<string>): Readable {
  async function* bytes() {
    yield Buffer.from('\ufeff')
    for await (const line of lines) yield Buffer.from(line)
  }
  return Readable.from(bytes(), { objectMode: false })
}

/** Whoever asked, with the rights that they have at this moment. */
async function contextFor(context: Context, workspace_id: string, user_id: string | null): Promise<Context> {
  const role = user_id && (await context.store.read((reader) => findRole(reader, workspace_id, user_id)))
  if (user_id !== null && !role) throw notFound()
  const rights = role ? rightsOf(role) : SYSTEM_RIGHTS
  const caller = { kind: 'member' as const, id: user_id ?? 'system', workspace_id, rights, plan: NO_PLAN }
  return { ...context, caller }
}
