import type { Handrail, InstanceFigures } from '@handrail/core'
import { Gauge, type Registry } from 'prom-client'

/** More frequent requests get the cached figures: they sum over all workspaces. */
const FRESH_MS = 30_000

/** Figures of all workspaces and of the database. */
export function measureInstance(registry: Registry, handrail: Handrail): void {
  let known: { figures: Promise<InstanceFigures>; at: number } | undefined
  const figures = (): Promise<InstanceFigures> => {
    if (!known || performance.now() - known.at > FRESH_MS)
      known = { figures: handrail.instanceFigures(), at: performance.now() }
    return known.figures
  }
  const gauge = (name: string, help: string, value: (found: InstanceFigures) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = value(await figures())
        if (found === undefined) this.remove()
        else this.set(found)
      },
    })
  const gauges = (name: string, help: string, values: (found: InstanceFigures) => Record<string, number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['status'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const [status, count] of Object.entries(values(await figures()))) this.set({ status }, count)
      },
    })

  gauge('handrail_workspaces', 'Workspaces of the instance', (found) => found.workspaces)
  gauge('handrail_contacts', 'Contacts of all workspaces', (found) => found.contacts)
  gauge('handrail_organisations', 'Organisations of all workspaces', (found) => found.organisations)
  gauges('handrail_enrollments', 'Enrollments of all workspaces by status', (found) => found.enrollments)
  gauges('handrail_imports', 'Imports that the service works on, by status', (found) => found.imports)
  gauge(
    'handrail_unfinished_uploads',
    'Uploads of which parts have been received, ten thousand at most',
    (found) => found.unfinished_uploads,
  )
  gauge('handrail_database_bytes', 'Size of the database, without uploaded files', (found) => found.database_bytes)
  // Without a backup there is no value: an alert can ask for its absence.
  gauge('handrail_last_backup_timestamp_seconds', 'When the last backup was made, in Unix time', (found) =>
    found.last_backup_at === undefined ? undefined : Date.parse(found.last_backup_at) / 1000,
  )
  gauge(
    'handrail_failed_backups',
    'Failed attempts at a backup since the last one that was made',
    (found) => found.failed_backups,
  )
}
