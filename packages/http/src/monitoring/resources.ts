import type { Handrail } from '@handrail/core'
import { Gauge, type Registry } from 'prom-client'

/** What this process has of the machine and of the database. @param version of the service */
export function measureResources(registry: Registry, handrail: Handrail, version: string | undefined): void {
  const registers = [registry]
  new Gauge({
    name: 'handrail_build_info',
    help: 'Always 1; its labels are the version of Handrail and of Node.js',
    labelNames: ['version', 'node'],
    registers,
    collect() {
      this.set({ version: version ?? 'embedded', node: process.versions.node }, 1)
    },
  })
  const connections = (
    name: string,
    help: string,
    value: (found: ReturnType<Handrail['connectionFigures']>) => number,
  ) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(handrail.connectionFigures()))
      },
    })
  connections('handrail_database_connections', 'Connections to the database at most', ({ size }) => size)
  connections('handrail_database_connections_used', 'Connections to the database that are in use', ({ used }) => used)
  connections('handrail_database_waiting', 'Transactions that wait for a connection', ({ waiting }) => waiting)
  new Gauge({
    name: 'handrail_disk_free_bytes',
    help: 'Space that is left for the SQLite file (database) and for uploads in a folder (files); absent for what is elsewhere',
    labelNames: ['what'],
    registers,
    async collect() {
      this.reset()
      for (const [what, bytes] of Object.entries(await handrail.freeSpace())) this.set({ what }, bytes)
    },
  })
}
