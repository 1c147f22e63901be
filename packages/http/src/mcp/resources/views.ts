import { readFile } from 'node:fs/promises'
import type { Caller } from '@handrail/core'
import { requireAccess } from '@handrail/core/internal'
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server'
import { builtFile } from '../../built-files.ts'
import type { Exchange } from '../protocol/protocol.ts'
import { rightsOfView } from '../tools/tools.ts'
import { VIEW_MIME_TYPE, VIEWS, type View, viewUri } from '../views/views.ts'

/** A view loads nothing from anywhere, and draws its own border. */
const META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: false,
  },
}

const RESOURCES = (Object.keys(VIEWS) as View[]).map((view) => ({
  view,
  resource: { uri: viewUri(view), name: view, title: VIEWS[view], mimeType: VIEW_MIME_TYPE, _meta: META },
}))

/** The views of the tools that a caller has. */
export function viewResources({ context }: Exchange): Resource[] {
  return RESOURCES.filter(({ view }) => opens(context.caller, view)).map(({ resource }) => resource)
}

/** Whether a caller has a tool with a view. */
export function hasViews(caller: Pick<Caller, 'rights'>): boolean {
  return RESOURCES.some(({ view }) => opens(caller, view))
}

/** The page for its address; undefined for another address. @throws AppError `insufficient_scope` */
export async function readView({ context }: Exchange, uri: string): Promise<ReadResourceResult | undefined> {
  const found = RESOURCES.find(({ resource }) => resource.uri === uri)
  if (!found) return undefined
  const [access] = rightsOfView(found.view)
  if (access !== undefined && !opens(context.caller, found.view)) requireAccess({ access }, context)
  const text = await readFile(builtFile(`views/${found.view}.html`), 'utf8')
  return { contents: [{ uri, mimeType: VIEW_MIME_TYPE, text, _meta: META }] }
}

function opens({ rights }: Pick<Caller, 'rights'>, view: View): boolean {
  return rightsOfView(view).some((right) => rights.has(right))
}
