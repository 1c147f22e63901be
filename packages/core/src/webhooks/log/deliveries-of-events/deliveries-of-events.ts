import { and, asc, eq, inArray } from 'drizzle-orm'
import { columnsOf } from '../../../records/rows.ts'
import type { Reader } from '../../../storage/database.ts'
import { EventDelivery } from '../event.ts'
import * as postgres from './deliveries-of-events.postgres.ts'
import * as sqlite from './deliveries-of-events.sqlite.ts'
import type { DeliveriesQuery } from './query.ts'

const ENGINES = { sqlite, postgres }

/** The first deliveries of each of some events, by endpoint. */
export async function deliveriesOfEvents(reader: Reader, wanted: DeliveriesQuery) {
  const { connection, db, tables } = reader
  const ids = await ENGINES[connection.dialect.engine].deliveryIds(connection, wanted)
  if (ids.length === 0) return []
  const { webhook_deliveries: t } = tables
  return (
    db
      .select({ ...columnsOf(t, EventDelivery), event_id: t.event_id })
      .from(t)
      .where(and(eq(t.workspace_id, wanted.workspace_id), inArray(t.id, ids)))
      // With an index of endpoints, the engine would read all deliveries in order instead of sorting a few.
      .orderBy(asc(connection.dialect.unindexed(t.endpoint_id)))
  )
}
