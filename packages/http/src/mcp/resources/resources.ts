import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { Exchange } from '../protocol/protocol.ts'
import { authoringResources, readAuthoring } from './authoring.ts'
import { listGuideResources, readGuideResource } from './guides.ts'

/** The resources of a caller: what everybody reads first, then its published guides. @throws RpcError for an unknown cursor */
export async function listResources(exchange: Exchange, cursor: unknown): Promise<ListResourcesResult> {
  const guides = await listGuideResources(exchange, cursor)
  const first = cursor === undefined || cursor === '' ? authoringResources(exchange) : []
  return { ...guides, resources: [...first, ...guides.resources] }
}

/** @throws RpcError for an unknown address; AppError `insufficient_scope` */
export async function readResource(exchange: Exchange, uri: string): Promise<ReadResourceResult> {
  return readAuthoring(exchange, uri) ?? readGuideResource(exchange, uri)
}
