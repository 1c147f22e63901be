import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import type { Exchange } from '../protocol/protocol.ts'
import { authoringResources, readAuthoring } from './authoring.ts'
import { listGuideResources, readGuideResource } from './guides.ts'
import { readView, viewResources } from './views.ts'

/** The resources of a caller: how guides are written, the views of its tools, then its published guides. @throws RpcError for an unknown cursor */
export async function listResources(exchange: Exchange, cursor: unknown): Promise<ListResourcesResult> {
  const guides = await listGuideResources(exchange, cursor)
  const first =
    cursor === undefined || cursor === '' ? [...authoringResources(exchange), ...viewResources(exchange)] : []
  return { ...guides, resources: [...first, ...guides.resources] }
}

/** @throws RpcError for an unknown address; AppError `insufficient_scope` */
export async function readResource(exchange: Exchange, uri: string): Promise<ReadResourceResult> {
  return readAuthoring(exchange, uri) ?? (await readView(exchange, uri)) ?? readGuideResource(exchange, uri)
}
