import type { Config } from '../../../configuration/config.ts'
import { connectionsOf } from '../../../configuration/processes.ts'
import { type Finding, ok, warn } from './check.ts'
import type { Inspected } from './database.ts'

/** Whether PostgreSQL permits the connections of all processes, where there are several. */
export function checkProcesses(config: Config, { inspection }: Inspected): Finding[] {
  const { processes } = config
  const most = connectionsOf(config)
  const permitted = inspection?.connections
  if (processes === 1 || permitted === undefined) return []
  const says = `${processes} processes take up to ${most} connections of PostgreSQL, which permits ${permitted}`
  if (most <= permitted) return [ok(says)]
  return [warn(`${says}. Raise max_connections of PostgreSQL, or set HANDRAIL_PROCESSES to less`)]
}
