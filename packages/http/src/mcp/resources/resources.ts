import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { Exchange } from '../protocol/protocol.ts'
import { authoringResources, readAuthoring } from './authoring.ts'
import { listGuideResources, readGuideResource } from './guides.ts'
import { readView, viewResources } from './views.ts'

/** The resources of a caller: published guides, and with the first page how guides are written and the views of its tools. @throws RpcError for an unknown cursor */
export async function listResources(exchange: Exchange, cursor: unknown): Promise<ListResourcesResult> {
  const guides = await listGuideResources(exchange, cursor)
  const own = cursor === undefined || cursor === '' ? [...authoringResources(exchange), ...viewResources(exchange)] : []
  return { ...guides, resources: [...guides.resources, ...own] }
}

/** @throws RpcError for an unknown address; AppError `insufficient_scope` */
export async function readResource(exchange: Exchange, uri: string): Promise<ReadResourceResult> {
  return readAuthoring(exchange, uri) ?? (await readView(exchange, uri)) ?? readGuideResource(exchange, uri)
}
