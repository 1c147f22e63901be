import { Gauge, type Registry } from 'prom-client'

/** Payers that are shown, each a series of its own. */
const SHOWN = 10

/** What requests used of the main thread and the database, by the workspaces that used the most. */
export function measureUse(registry: Registry, used: () => ReadonlyMap<string, number>): void {
  new Gauge({
    name: 'handrail_request_work_seconds',
    help: 'Time of the main thread, and the share of the database on PostgreSQL, that requests took since the start: of the ten workspaces that took the most, and of clients without one (anonymous, probe)',
    labelNames: ['workspace'],
    registers: [registry],
    collect() {
      this.reset()
      const most = [...used()].sort(([, one], [, other]) => other - one).slice(0, SHOWN)
      for (const [workspace, ms] of most) this.set({ workspace }, ms / 1000)
    },
  })
}
