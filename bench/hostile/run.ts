// Measures the effect of one client on others: `pnpm hostile [--engine sqlite|postgres] [--processes 1|2] [--only name]...
// [--minutes n] [--seed n]`. Sends small files and bodies that are expensive to process to a service of one process on SQLite
// and of two on PostgreSQL, while a client of another workspace measures response times. With minutes, sends requests by chance
// for so long instead. With `--own`, counts the time that the main thread of the server has run, and not what else the machine
// does, for machines that are not quiet. Exits with 1 if that client waits too long or gets an error, or a process ends. All
// requests stay on this machine.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { print } from '../table.ts'
import type { Attack } from './attack.ts'
import { anything } from './attacks/anything.ts'
import { BODIES } from './attacks/bodies.ts'
import { IMAGES } from './attacks/images.ts'
import { LARGE } from './attacks/large.ts'
import { READS } from './attacks/reads.ts'
import { TABLES } from './attacks/tables.ts'
import { WEIGHT } from './attacks/weight.ts'
import { WORKBOOKS } from './attacks/workbooks.ts'
import type { Answer } from './browser.ts'
import type { Phase } from './healthy.ts'
import { prepare, type Setting } from './setting.ts'

/** Limits of the delay of other clients, and of the resources that all attacks together use. */
const BOUNDS = { p99Ms: 200, memoryMb: 1536, diskMb: 512 }
/** Minimum length of a phase, so that its figures are meaningful. */
const MIN_MS = 4000
const LOOK_EVERY_MS = 100

interface Outcome {
  answers: string
  p50: number
  p99: number
  /** How long the main thread of the server itself has run meanwhile, p99. */
  own: number
  longest: number
  errors: string[]
  /** Responses that report a failure other than overload. */
  faults: string[]
  memoryMb: number
  hasEnded: boolean
}

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    processes: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    minutes: { type: 'string' },
    own: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})
const ENGINES = ['sqlite', 'postgres'] as const
const USUAL_PROCESSES = { sqlite: 1, postgres: 2 }
const all = [
  ...READS,
  ...LARGE,
  ...WEIGHT,
  ...BODIES,
  ...IMAGES,
  ...WORKBOOKS,
  ...TABLES,
  anything(Number(values.seed)),
]
const named = all.filter(({ name }) => values.only.some((part) => name.includes(part)))
const minutes = Number(values.minutes ?? 0)
let isSound = named.length > 0
for (const engine of ENGINES.filter((one) => values.engine === undefined || values.engine === one))
  isSound = (await measure(engine)) && isSound
process.exitCode = isSound ? 0 : 1

async function measure(engine: (typeof ENGINES)[number]): Promise<boolean> {
  const setting = await prepare(engine, Number(values.processes ?? USUAL_PROCESSES[engine]))
  const healthy = startHealthy(setting)
  // Attackers have machines of their own: what they need of this one is not the server's.
  setPriority(19)
  try {
    // A process that has just started compiles what it runs for the first time, which takes longer than the requests.
    await anything(0).run(setting.attacker)
    await phaseOf(healthy)
    await sleep(MIN_MS)
    const calm = statisticsOf(await phaseOf(healthy))
    const diskBefore = await setting.disk()
    const rows = [{ attack: 'nothing', ...figures(calm), 'memory (MB)': memoryOf(setting) }]
    const broken: string[] = []
    for (const attack of minutes > 0 ? forMinutes(minutes, Number(values.seed)) : named) {
      const outcome = await attempt(attack, setting, healthy)
      rows.push({ attack: attack.name, ...figures(outcome), 'memory (MB)': outcome.memoryMb })
      broken.push(...breaches(outcome).map((what) => `${attack.name}: ${what}`))
      console.error(
        `${attack.name}: ${outcome.answers}, p99 ${Math.round(outcome.p99)} ms, own ${Math.round(outcome.own)} ms`,
      )
      if (outcome.hasEnded) break
    }
    const disk = (await setting.disk()) - diskBefore
    if (disk > BOUNDS.diskMb) broken.push(`${Math.round(disk)} MB were written, of ${BOUNDS.diskMb}`)
    const processes = setting.servers.length === 1 ? 'one process' : `${setting.servers.length} processes`
    print(`${engine}, ${processes}: what a client of another workspace sees`, rows)
    console.log(
      `\nWritten: ${Math.round(disk)} MB of ${BOUNDS.diskMb}. p99 up to ${BOUNDS.p99Ms} ms, memory up to ${BOUNDS.memoryMb} MB.`,
    )
    console.log(broken.length === 0 ? 'Nothing was beyond its bounds.' : `Beyond its bounds:\n- ${broken.join('\n- ')}`)
    return broken.length === 0
  } finally {
    healthy.disconnect()
    await setting.stop()
  }
}

/** Attacks by chance, one after the other, until the time is over. */
function* forMinutes(count: number, seed: number): Generator<Attack> {
  const until = performance.now() + count * 60_000
  for (let next = seed; performance.now() < until; next++) yield anything(next)
}

function startHealthy({ servers, healthy }: Setting): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    TOKEN: healthy.token,
    LINK: healthy.link,
    URLS: servers.map(({ url }) => url).join(' '),
    PIDS: servers.map(({ pid }) => pid).join(' '),
  }
  return fork(fileURLToPath(new URL('./healthy.ts', import.meta.url)), { env })
}

async function phaseOf(healthy: ChildProcess): Promise<Phase> {
  const told = once(healthy, 'message')
  healthy.send('next')
  const [phase] = await told
  return phase
}

async function attempt({ run }: Attack, setting: Setting, healthy: ChildProcess): Promise<Outcome> {
  await phaseOf(healthy)
  let memoryMb = 0
  const looking = setInterval(() => {
    memoryMb = Math.max(memoryMb, memoryOf(setting))
  }, LOOK_EVERY_MS)
  const [answers] = await Promise.all([run(setting.attacker), sleep(MIN_MS)])
  clearInterval(looking)
  const phase = await phaseOf(healthy)
  return {
    ...statisticsOf(phase),
    answers: summaryOf(answers),
    faults: answers
      .filter(({ status }) => status >= 500 && status !== 503)
      .map(({ status, text }) => `${status} ${text}`),
    memoryMb,
    hasEnded: setting.servers.some((server) => server.hasEnded()),
  }
}

function memoryOf({ servers }: Setting): number {
  return servers.reduce((sum, server) => sum + server.memoryOfAll(), 0)
}

function statisticsOf({ taken, own, errors }: Phase) {
  const at = (list: readonly number[], part: number) => {
    const sorted = list.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  }
  return { p50: at(taken, 0.5), p99: at(taken, 0.99), own: at(own, 0.99), longest: at(taken, 1), errors }
}

function figures({ answers = '', p50, p99, own, longest, errors }: Partial<Outcome> & ReturnType<typeof statisticsOf>) {
  return {
    answered: answers,
    'p50 (ms)': p50,
    'p99 (ms)': p99,
    'p99, own (ms)': own,
    'longest (ms)': longest,
    errors: String(errors.length),
  }
}

/** The number of responses of each status; 0 is a connection that was closed. */
function summaryOf(answers: readonly Answer[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status)
  return [...counts].map(([status, some]) => `${some.length} x ${status}`).join(', ')
}

function breaches({ p99, own, errors, faults, memoryMb, hasEnded }: Outcome): string[] {
  const found: string[] = []
  if (!values.own && p99 > BOUNDS.p99Ms) found.push(`p99 of ${Math.round(p99)} ms`)
  if (own > BOUNDS.p99Ms) found.push(`p99 of ${Math.round(own)} ms of the server's own time`)
  if (memoryMb > BOUNDS.memoryMb) found.push(`${Math.round(memoryMb)} MB of memory`)
  if (errors.length > 0) found.push(`${errors.length} errors, such as ${errors[0]}`)
  if (faults.length > 0) found.push(`${faults.length} faults, such as ${faults[0]}`)
  if (hasEnded) found.push('a process has ended')
  return found
}
