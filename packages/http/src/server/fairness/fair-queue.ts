/**
 * Start-time fair queueing (Goyal, Vin and Cheng, 1996) over a tree: whoever has used the least is next, on each level. A level is a class of
 * clients, a payer in it, or a credential of the payer.
 */
export interface FairQueue<T> {
  /** The branches of a path, of which each has caught up with its neighbours: nobody saves up time while idle. */
  lineageOf(path: readonly string[]): Lineage<T>
  /** @param isFirst whether it goes before the others of its credential: what has begun is to end before more is begun */
  wait(lineage: Lineage<T>, ticket: T, isFirst?: boolean): void
  /** Takes the next ticket away. @param isFree whether a branch may be served now */
  next(isFree: (branch: Branch<T>) => boolean): { ticket: T; lineage: Lineage<T> } | undefined
  /** Notes that a path is served, in turn or without waiting. */
  begin(lineage: Lineage<T>): void
  /** Adds what serving took, in milliseconds. */
  charge(lineage: Lineage<T>, ms: number): void
  /** Takes a ticket away that is no longer wanted. @returns whether it waited */
  drop(lineage: Lineage<T>, ticket: T): boolean
  /** All that wait, with their paths. */
  waiting(): { ticket: T; lineage: Lineage<T> }[]
  /** The number of all that wait. */
  readonly length: number
}

export type Lineage<T> = readonly Branch<T>[]

export interface Branch<T> {
  readonly name: string
  /** Virtual time at which it is served next: what it used, from where it began. */
  start: number
  /** Virtual time of its children: the start of the one that was served last. */
  clock: number
  /** Of itself and all below. */
  waiting: number
  /** Tickets that are served, and not charged in full yet. The owner of the queue counts them. */
  running: number
  readonly children: Map<string, Branch<T>>
  readonly tickets: T[]
}

/** Idle branches are forgotten when a level has more than these. */
const MOST_REMEMBERED = 2000

export function createFairQueue<T>(): FairQueue<T> {
  const root = newBranch<T>('')

  function childOf(parent: Branch<T>, name: string): Branch<T> {
    const known = parent.children.get(name)
    if (known) {
      if (known.waiting === 0 && known.start < parent.clock) known.start = parent.clock
      return known
    }
    if (parent.children.size >= MOST_REMEMBERED) forgetIdle(parent)
    const child = newBranch<T>(name)
    child.start = parent.clock
    parent.children.set(name, child)
    return child
  }

  function begin(lineage: Lineage<T>): void {
    let parent = root
    for (const branch of lineage) {
      if (branch.start > parent.clock) parent.clock = branch.start
      parent = branch
    }
  }

  function count(lineage: Lineage<T>, change: 1 | -1): void {
    root.waiting += change
    for (const branch of lineage) branch.waiting += change
  }

  return {
    get length() {
      return root.waiting
    },
    lineageOf(path) {
      const lineage: Branch<T>[] = []
      for (const name of path) lineage.push(childOf(lineage.at(-1) ?? root, name))
      return lineage
    },
    wait(lineage, ticket, isFirst = false) {
      const { tickets = [] } = lineage.at(-1) ?? {}
      if (isFirst) tickets.unshift(ticket)
      else tickets.push(ticket)
      count(lineage, 1)
    },
    next(isFree) {
      const lineage = nextLineage(root, isFree)
      const ticket = lineage?.at(-1)?.tickets.shift()
      if (!lineage || ticket === undefined) return undefined
      count(lineage, -1)
      return { ticket, lineage }
    },
    begin,
    charge(lineage, ms) {
      for (const branch of lineage) branch.start += ms
    },
    drop(lineage, ticket) {
      const tickets = lineage.at(-1)?.tickets ?? []
      const at = tickets.indexOf(ticket)
      if (at < 0) return false
      tickets.splice(at, 1)
      count(lineage, -1)
      return true
    },
    waiting: () => waitingBelow(root, []),
  }
}

function newBranch<T>(name: string): Branch<T> {
  return { name, start: 0, clock: 0, waiting: 0, running: 0, children: new Map(), tickets: [] }
}

/** The way down to the leaf that is furthest behind on each level; undefined if none may be served. */
function nextLineage<T>(branch: Branch<T>, isFree: (branch: Branch<T>) => boolean): Branch<T>[] | undefined {
  if (branch.tickets.length > 0) return []
  const behind = [...branch.children.values()]
    .filter((child) => child.waiting > 0 && isFree(child))
    .sort((one, other) => one.start - other.start)
  for (const child of behind) {
    const below = nextLineage(child, isFree)
    if (below) return [child, ...below]
  }
  return undefined
}

function waitingBelow<T>(branch: Branch<T>, above: readonly Branch<T>[]): { ticket: T; lineage: Lineage<T> }[] {
  const own = branch.tickets.map((ticket) => ({ ticket, lineage: above }))
  const below = [...branch.children.values()].filter(({ waiting }) => waiting > 0)
  return [...own, ...below.flatMap((child) => waitingBelow(child, [...above, child]))]
}

function forgetIdle<T>({ children, clock }: Branch<T>): void {
  for (const [name, { waiting, running, start }] of children)
    if (waiting === 0 && running === 0 && start <= clock) children.delete(name)
}
