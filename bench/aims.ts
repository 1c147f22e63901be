import type { Engine } from './data/databases.ts'
import { print } from './table.ts'

interface Aim {
  what: string
  bound: 'at least' | 'at most'
  /** An engine that is not named has no aim. */
  by: Partial<Record<Engine, number>>
  /** The arguments without which a run does not measure it. */
  needs?: string
}

const both = (value: number) => ({ sqlite: value, postgres: value })
const atLeast = (what: string, by: Aim['by'], needs?: string): Aim => ({
  what,
  bound: 'at least',
  by,
  ...(needs && { needs }),
})
const atMost = (what: string, value: number): Aim => ({ what, bound: 'at most', by: both(value) })

/**
 * What the service should reach, each aim once. "Of the floor" is requests per second, divided by those of the floor; "times a get" is
 * processor time, divided by that of a get of a contact.
 */
const AIMS = {
  list: atLeast('list 25, of the floor', { sqlite: 1.05, postgres: 0.85 }),
  get: atLeast('get, of the floor', { sqlite: 0.75, postgres: 0.8 }),
  create: atLeast('create, of the floor', both(0.8)),
  createAlone: atLeast('create with one connection, of the floor', { sqlite: 1, postgres: 0.85 }),
  listOfTwo: atLeast('list 25 with two processes, of one process', { postgres: 1.6 }, '--processes 2'),
  createSubscribed: atMost('create beside 50 subscribed endpoints, times slower', 2),
  createBeside: atMost('create beside 50 endpoints of other events, times slower', 1.05),
  enrollment: atMost('get of an enrollment, times a get', 2),
  page: atMost("a step's page, times a get", 3),
  answer: atMost('an answer to a form, times a get', 6),
  mcpGet: atLeast('MCP get_contact, of the floor', both(1)),
  mcpList: atLeast('MCP list_contacts, of the floor', both(0.95)),
  mcpTools: atLeast('MCP tools/list, of the floor', both(1.1)),
  loopDelay: atMost('event loop delay with 64 writers, p99 (ms)', 15),
  loopDelayBeside: atMost('event loop delay with 64 writers beside deliveries, p99 (ms)', 40),
  deliveries: atLeast('webhook deliveries of one process, of a bare loop that signs', both(0.6)),
  // "Unchanged": two runs without them differ by as much.
  liveWrites: atMost('500 open live lines: p99 of 20 writes a second, times that without them', 1.1),
  liveCore: atMost('500 open live lines: share of a core', 0.15),
  imported: atLeast('import of 50,000 rows, of a bare loop', both(0.3)),
  besideImport: atMost("others' creates during the import, p99 (ms)", 25),
  memoryKept: atMost('memory kept after 11,000 answers to forms (MB)', 40),
  memoryAtRest: atMost('memory at rest (MB)', 105),
  ready: atMost('ready after (ms)', 600),
  deepPage: atMost('page by number in the middle of 1,000,000, times page 1', 3),
  toolsBytes: atMost('tools/list for the scopes of the specification (bytes)', 17 * 1024),
  refresh: atLeast('refresh, of oidc-provider in memory', both(1.1), '--peers'),
  introspection: atLeast('introspection, of oidc-provider in memory', both(2), '--peers'),
  code: atLeast('exchange of a code, of oidc-provider in memory', both(1), '--peers'),
}

export type AimName = keyof typeof AIMS

interface Figure {
  value: number
  /** What was measured, where it is not what the aim says. */
  remark: string | undefined
}

/** The figures of a run. */
export type Figures = Map<AimName, Figure>

/** Adds a figure to those of the run. */
export type Note = (name: AimName, value: number, remark?: string) => void

/** Prints the figures of a run beside their aims. @param isWhole whether aims without a figure are printed as well */
export function printAims(engine: Engine, figures: Figures, isWhole: boolean): void {
  const all = Object.entries(AIMS) as [AimName, Aim][]
  const shown = all.filter(([name]) => isWhole || figures.has(name))
  if (shown.length === 0) return
  const rows = shown.map(([name, aim]) => rowOf(aim, aim.by[engine], figures.get(name)))
  print(`Aims, ${engine === 'postgres' ? 'PostgreSQL' : 'SQLite'}`, rows)
}

function rowOf({ what, bound, needs }: Aim, aim: number | undefined, figure: Figure | undefined) {
  return {
    what: figure?.remark ? `${what} (${figure.remark})` : what,
    'this run': figure?.value ?? 'not measured',
    aim: aim === undefined ? 'none on this engine' : `${bound} ${aim}`,
    reached: reached(),
  }

  function reached(): string {
    if (aim === undefined) return ''
    if (!figure) return needs ? `needs ${needs}` : ''
    const { value } = figure
    return (bound === 'at least' ? value >= aim : value <= aim) ? 'yes' : 'no'
  }
}
