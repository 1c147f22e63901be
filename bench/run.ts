// Compares the service with a floor in one run: `pnpm bench [--engine sqlite|postgres] [--sizes 10000,100000,1000000]
// [--only start|memory|throughput|oauth|mcp|webhooks|subscribers|fairness|player|plans|growth|imports|sorts|lists|sync|bridge|console] [--part 0.01] [--crowd
// dead] [--instances 2] [--peers]`. `--part` reduces the crowds of fairness, and `--crowd` selects the crowds whose names contain
// the text; `--instances` is how many send, on PostgreSQL.
// `--peers` installs what people would use instead, and measures it in the same run.
// Compare ratios only; absolute figures depend on the machine.
import { parseArgs } from 'node:util'
import { type Databases, postgresDatabases, sqliteDatabases } from './data/databases.ts'
import { measureBridge } from './suites/bridge.ts'
import { measureConsole } from './suites/console.ts'
import { measureFairness } from './suites/fairness.ts'
import { measureGrowth } from './suites/growth.ts'
import { measureImports } from './suites/imports.ts'
import { measureLists } from './suites/lists.ts'
import { measureMail } from './suites/mail.ts'
import { measureMcp } from './suites/mcp.ts'
import { measureMemory } from './suites/memory.ts'
import { measureOauth } from './suites/oauth.ts'
import { measureOrder } from './suites/order.ts'
import { measurePlans } from './suites/plans.ts'
import { measurePlayer } from './suites/player.ts'
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
    instances: { type: 'string', default: '1' },
    peers: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const [smallest = 10_000] = sizes
const wanted = (part: string) => values.only === undefined || values.only === part
const databases: Databases = values.engine === 'postgres' ? await postgresDatabases() : sqliteDatabases()

try {
  if (wanted('start')) await measureStart(databases, smallest)
  if (wanted('memory')) await measureMemory(databases, smallest)
  if (wanted('throughput')) await measureThroughput(databases, smallest, values.engine)
  if (wanted('oauth') && values.engine !== 'postgres') await measureOauth(databases, smallest, values.peers)
  if (wanted('mcp')) await measureMcp(databases, smallest)
  if (wanted('webhooks') && values.engine !== 'postgres') await measureWebhooks()
  if (wanted('subscribers')) await measureSubscribers(databases)
  if (wanted('fairness')) {
    const { part, crowd, instances } = values
    const measured = { part: Number(part), crowd, instances: Number(instances) }
    if (values.engine !== 'postgres' && instances !== '1') throw new Error('Several instances need PostgreSQL')
    await measureFairness(databases, measured)
    await measureMail(databases, measured)
    if ('order'.includes(values.crowd)) await measureOrder(databases)
  }
  if (wanted('player')) await measurePlayer(databases, smallest)
  if (wanted('plans')) await measurePlans(databases, 100_000)
  if (wanted('bridge')) await measureBridge(databases, smallest)
  if (wanted('console')) await measureConsole(databases, 100_000)
  if (wanted('lists') && values.engine !== 'postgres') await measureLists(databases, sizes.at(-1) ?? smallest)
  if (wanted('sorts')) await measureSorts(databases, sizes.at(-1) ?? smallest)
  if (wanted('sync')) await measureSync(databases, 100_000)
  if (wanted('imports')) await measureImports(databases)
  if (wanted('growth')) await measureGrowth(databases, sizes)
} finally {
  await databases.stop()
}
