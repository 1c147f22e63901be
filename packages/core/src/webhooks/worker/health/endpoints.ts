import { and, inArray } from 'drizzle-orm'
import type { Reader, Tx } from '../../../storage/database.ts'
import type { EndpointRow, Speed } from './endpoint-row.ts'
import * as postgres from './endpoints.postgres.ts'
import * as sqlite from './endpoints.sqlite.ts'

type Place = Pick<EndpointRow, 'workspace_id' | 'id'>

const ENGINES = { sqlite, postgres }

/** An endpoint, locked until the transaction ends; undefined if another transaction has locked it, or if it was deleted. */
export async function lockedEndpoint(tx: Tx, workspace_id: string, id: string): Promise<EndpointRow | undefined> {
  const locked = await tx.connection.dialect.tryLockRecords(tx.connection, [id])
  return locked.has(id) ? (await endpointsOf(tx, [{ workspace_id, id }])).get(id) : undefined
}

/** Several endpoints by id, without deleted ones. */
export async function endpointsOf(reader: Reader, places: readonly Place[]): Promise<Map<string, EndpointRow>> {
  if (places.length === 0) return new Map()
  const { webhook_endpoints: endpoints } = reader.tables
  const ids = [...new Set(places.map(({ id }) => id))]
  const workspaces = [...new Set(places.map(({ workspace_id }) => workspace_id))]
  const rows = await reader.db
    .select()
    .from(endpoints)
    .where(and(inArray(endpoints.workspace_id, workspaces), inArray(endpoints.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Writes the health of locked endpoints. */
export async function writeHealth(tx: Tx, endpoints: readonly EndpointRow[]): Promise<void> {
  if (endpoints.length > 0) await ENGINES[tx.connection.dialect.engine].writeHealth(tx.connection, endpoints)
}

/** Writes the response times of endpoints. */
export async function writeSpeeds({ connection }: Tx, speeds: readonly Speed[]): Promise<void> {
  if (speeds.length > 0) await ENGINES[connection.dialect.engine].writeSpeeds(connection, speeds)
}
