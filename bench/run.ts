// Compares the service with a floor in one run: `pnpm bench [--engine sqlite|postgres] [--sizes 10000,100000,1000000]
// [--only SUITE] [--part 0.01] [--crowd dead] [--processes 2] [--peers]`, where SUITE is a name of the list below. The last table has the
// figures of the run beside the aims. `--part` reduces the crowds of fairness, and `--crowd` selects the crowds whose names contain
// the text; `--instances` is how many send, on PostgreSQL. `--processes` compares several processes with one, on PostgreSQL. `--peers`
// installs what people would use instead, and measures it in the same run. Compare ratios only; absolute figures depend on the machine.
import { parseArgs } from 'node:util'
import { type Figures, type Note, printAims } from './aims.ts'
import { type Databases, postgresDatabases, sqliteDatabases } from './data/databases.ts'
import { measureBridge } from './suites/bridge.ts'
import { measureConsole } from './suites/console.ts'
import { measureFairness } from './suites/fairness.ts'
import { measureGrowth } from './suites/growth.ts'
import { measureImports } from './suites/imports.ts'
import { measureLists } from './suites/lists.ts'
import { measureLive } from './suites/live.ts'
import { measureMail } from './suites/mail.ts'
import { measureMcp } from './suites/mcp.ts'
import { measureMemory } from './suites/memory.ts'
import { measureOauth } from './suites/oauth.ts'
import { measureOrder } from './suites/order.ts'
import { measurePlans } from './suites/plans.ts'
import { measurePlayer } from './suites/player.ts'
import { measureProcesses } from './suites/processes.ts'
import { measureSorts } from './suites/sorts.ts'
import { measureStart } from './suites/start.ts'
import { measureSubscribers } from './suites/subscribers.ts'
import { measureSync } from './suites/sync.ts'
import { measureThroughput } from './suites/throughput.ts'
import { measureWebhooks } from './suites/webhooks.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    sizes: { type: 'string', default: '10000,100000,1000000' },
    only: { type: 'string' },
    part: { type: 'string', default: '1' },
    crowd: { type: 'string', default: '' },
    processes: { type: 'string', default: '1' },
    instances: { type: 'string', default: '1' },
    peers: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const [smallest = 10_000] = sizes
const largest = sizes.at(-1) ?? smallest
const { peers, crowd } = values
const part = Number(values.part)
const [processes, instances] = [Number(values.processes), Number(values.instances)]
const figures: Figures = new Map()
const note: Note = (name, value, remark) => figures.set(name, { value, remark })

const SUITES: Record<string, (databases: Databases) => Promise<void>> = {
  start: (databases) => measureStart(databases, smallest, note),
  memory: (databases) => measureMemory(databases, smallest, note),
  throughput: (databases) => measureThroughput(databases, smallest, note, peers),
  processes: async (databases) => {
    if (processes > 1) await measureProcesses(databases, smallest, processes, note)
  },
  oauth: (databases) => measureOauth(databases, smallest, note, peers),
  mcp: (databases) => measureMcp(databases, smallest, note),
  webhooks: (databases) => measureWebhooks(databases, part, note),
  subscribers: (databases) => measureSubscribers(databases, note),
  live: (databases) => measureLive(databases, note),
  async fairness(databases) {
    const measured = { part, crowd, instances }
    await measureFairness(databases, measured)
    await measureMail(databases, measured)
    if ('order'.includes(crowd)) await measureOrder(databases)
  },
  player: (databases) => measurePlayer(databases, smallest, note),
  plans: (databases) => measurePlans(databases, 100_000),
  bridge: (databases) => measureBridge(databases, smallest),
  console: (databases) => measureConsole(databases, 100_000),
  lists: async (databases) => {
    if (databases.engine === 'sqlite') await measureLists(databases, largest)
  },
  sorts: (databases) => measureSorts(databases, largest),
  sync: (databases) => measureSync(databases, 100_000),
  imports: (databases) => measureImports(databases, note),
  growth: (databases) => measureGrowth(databases, sizes, note),
}

const { only } = values
if (only !== undefined && !SUITES[only]) throw new Error(`--only is one of ${Object.keys(SUITES).join(', ')}`)
if (Math.max(processes, instances) > 1 && values.engine !== 'postgres')
  throw new Error('Several processes and instances need --engine postgres')
if (only === 'processes' && processes < 2) throw new Error('--only processes needs --processes 2')
const databases = values.engine === 'postgres' ? await postgresDatabases() : sqliteDatabases()
try {
  for (const [name, measure] of Object.entries(SUITES))
    if (only === undefined || only === name) await measure(databases)
} finally {
  // Also after a suite that failed.
  printAims(databases.engine, figures, only === undefined)
  await databases.stop()
}
