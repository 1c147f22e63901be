import type { Reader } from '../database.ts'
import * as postgres from './settled.postgres.ts'
import * as sqlite from './settled.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** Whether all transactions have ended that began before a time, or at it. */
export async function isSettled({ connection }: Reader, time: string): Promise<boolean> {
  return ENGINES[connection.dialect.engine].isSettled(connection, time)
}
