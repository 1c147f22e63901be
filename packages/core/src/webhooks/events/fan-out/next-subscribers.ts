import type { Tx } from '../../../storage/database.ts'
import type { NextQuery, NextSubscriber } from './next-query.ts'
import * as postgres from './next-subscribers.postgres.ts'
import * as sqlite from './next-subscribers.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** The next endpoints with one of some subscriptions, in the order of their ids. */
export async function nextSubscribers({ connection }: Tx, query: NextQuery): Promise<NextSubscriber[]> {
  return ENGINES[connection.dialect.engine].nextSubscribers(connection, query)
}
