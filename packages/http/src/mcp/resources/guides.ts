import { AppError, operations } from '@handrail/core'
import { invoke, requireAccess } from '@handrail/core/internal'
import type { ListResourcesResult, ListResourceTemplatesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { type Exchange, RPC_CODE, RpcError } from '../protocol/protocol.ts'
import { markdownOf } from './markdown.ts'

const PREFIX = 'service://guides/'
const MIME_TYPE = 'text/markdown'
const PER_PAGE = 100

const TEMPLATE = {
  name: 'guide',
  title: 'Guide',
  uriTemplate: `${PREFIX}{guide_id}`,
  description: 'A published guide with its sections and the content of its steps. list_guides names the ids.',
  mimeType: MIME_TYPE,
}

/** Published guides, for callers who may read them. @throws RpcError for an unknown cursor */
export async function listGuideResources(exchange: Exchange, cursor: unknown): Promise<ListResourcesResult> {
  const { context } = exchange
  if (!context.caller.rights.has(operations.listGuides.access)) return { resources: [] }
  const { value } = await refusing(invoke(operations.listGuides, context, { cursor: cursor ?? '', per_page: PER_PAGE }))
  const resources = value.data.map(({ id, title, description, updated_at }) => ({
    uri: `${PREFIX}${id}`,
    name: title,
    ...(description && { description }),
    mimeType: MIME_TYPE,
    annotations: { lastModified: updated_at },
  }))
  const { next_cursor } = value.meta
  return next_cursor ? { resources, nextCursor: next_cursor } : { resources }
}

export function listGuideTemplates({ context }: Exchange): ListResourceTemplatesResult {
  return { resourceTemplates: context.caller.rights.has(operations.listGuides.access) ? [TEMPLATE] : [] }
}

/** A guide as Markdown. @throws RpcError when there is none; AppError `insufficient_scope` */
export async function readGuideResource({ context }: Exchange, uri: string): Promise<ReadResourceResult> {
  if (!uri.startsWith(PREFIX)) throw unknownResource(uri)
  requireAccess(operations.getGuide, context)
  try {
    const { value } = await invoke(operations.getGuide, context, { id: uri.slice(PREFIX.length) })
    return { contents: [{ uri, mimeType: MIME_TYPE, text: markdownOf(value.data) }] }
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? unknownResource(uri) : error
  }
}

function unknownResource(uri: string): RpcError {
  return new RpcError(RPC_CODE.invalidParams, `Unknown resource: ${uri}. resources/list names those that exist`, {
    uri,
  })
}

async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof AppError && error.code === 'validation_error'
      ? new RpcError(RPC_CODE.invalidParams, error.message)
      : error
  }
}
