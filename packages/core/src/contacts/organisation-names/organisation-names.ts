import type { Reader } from '../../storage/database.ts'
import * as postgres from './organisation-names.postgres.ts'
import * as sqlite from './organisation-names.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** The names of the organisations of contacts, by the id of the contact; contacts without one are omitted. */
export function organisationsOf({ connection }: Reader, workspace_id: string, ids: string[]) {
  return ENGINES[connection.dialect.engine].organisationsOf(connection, workspace_id, ids)
}
