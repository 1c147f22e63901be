import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Bound, createHandrail, type Handrail, operations } from '@handrail/core'
import { STEPS } from '@handrail/core/internal'
import type { Databases } from '../data/databases.ts'
import { fillDatedPlans } from '../data/dated-plans.ts'
import { person } from '../data/people.ts'
import { SECRET } from '../data/seed.ts'
import { median, print } from '../table.ts'

const { listCustomers, listEnrollments, listWork } = operations

const ROUNDS = 30

/** Measures what plans cost in a workspace of many enrollments with 40 dated steps each: the daily job, My work and Customers. */
export async function measurePlans(databases: Databases, size: number): Promise<void> {
  const prepared = databases.copy(await databases.prepare(size))
  const { member } = await fillDatedPlans(prepared)
  const handrail = await createHandrail({ database: prepared.database, secret: SECRET, upkeep: false })
  try {
    const bound = await handrail.asMember(prepared.workspace_id, member)
    print(`${size} enrollments with 40 dated steps: an answer, in milliseconds`, await answers(bound))
    print('The upkeep of a day on which the dates of 1 in 50 turn', [await upkeep(handrail)])
  } finally {
    await handrail.close()
  }
}

async function answers(bound: Bound) {
  const asked = {
    'My work': () => bound.invoke(listWork, {}),
    'My work of everybody': () => bound.invoke(listWork, { of: 'everybody' }),
    Customers: () => bound.invoke(listCustomers, {}),
    'Customers, late': () => bound.invoke(listCustomers, { health: 'late' }),
    'Customers, by a name of many': () => bound.invoke(listCustomers, { query: 'mann' }),
    'Customers, by the kind of an organisation': () => bound.invoke(listCustomers, { query: 'logistics' }),
    'Customers, by a whole address': () => bound.invoke(listCustomers, { query: person(4321).email }),
    'Customers, by a name of nobody': () => bound.invoke(listCustomers, { query: 'zzyzx' }),
    'Enrollments by target': () => bound.invoke(listEnrollments, { sort: 'target_date' }),
    'Enrollments, late or at risk': () => bound.invoke(listEnrollments, { health: 'late,at_risk' }),
  }
  const rows = []
  for (const [what, ask] of Object.entries(asked)) {
    await ask()
    const took: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const from = performance.now()
      await ask()
      took.push(performance.now() - from)
    }
    rows.push({ what, median: median(took), slowest: Math.max(...took) })
  }
  return rows
}

/** Runs the upkeep, and times the transactions and what they hold up. */
async function upkeep(handrail: Handrail) {
  const transactions: number[] = []
  const begun = new WeakMap<object, number>()
  const start = (step: object) => void begun.set(step, performance.now())
  const end = (step: object) => {
    if ('kind' in step && step.kind === 'transaction') transactions.push(performance.now() - (begun.get(step) ?? 0))
  }
  const listeners = { start, asyncEnd: end, end() {}, asyncStart() {}, error() {} }
  STEPS.subscribe(listeners)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const from = performance.now()
  await handrail.upkeep()
  const took = performance.now() - from
  delay.disable()
  STEPS.unsubscribe(listeners)
  const sorted = transactions.toSorted((a, b) => a - b)
  return {
    'took (s)': took / 1000,
    transactions: transactions.length,
    'p99 (ms)': sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    'longest (ms)': sorted.at(-1) ?? 0,
    'event loop delay p99 (ms)': delay.percentile(99) / 1e6,
    'longest delay (ms)': delay.max / 1e6,
  }
}
