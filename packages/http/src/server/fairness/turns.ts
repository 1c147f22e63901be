import { AppError } from '@handrail/core'
import { type Branch, createFairQueue, type Lineage } from './fair-queue.ts'
import { createMeter, LIGHT_MS } from './meter.ts'
import { createSlots } from './slots.ts'

/** How long requests run in one turn of the event loop before what waits is sorted, and everything else has its turn. */
const TURN_MS = 10
/** The longest wait. */
const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 500
/** What may wait for one payer. */
const MOST_WAITING = 1000
/** How long nothing that waits is begun while clients go on to connect: the event loop accepts one connection in each of its turns. */
const ACCEPTING_MS = 20
/** In which a new connection sends its request, of which the first accepts the next connection. */
const TURNS_OF_ARRIVAL = 2
/** The level of payers in a lineage. */
const PAYER = 1

/** A request, for the time that it takes of the main thread and of the database. */
export interface Turn {
  /** The client has its answer, or does not want it any more. */
  end(): void
}

export interface Turns {
  /** A client has connected. Others may wait to be accepted, and get no answer before the event loop has had a turn for each. */
  accepted(): void
  /**
   * Continues a request that has already run, when it is the turn of its payer again. It is not refused, however many wait.
   * @param go is called with an error if the turn has ended before, because the client has gone
   */
  resume(path: readonly string[], isShort: boolean, go: (gone?: AppError) => void): Turn
  /**
   * Runs `go` when it is the turn of the payer: at once if nobody waits, or with the error that says when to try again.
   * @param isShort whether the request counts among those of the payer that use the database at a time, until its end
   */
  take(path: readonly string[], isShort: boolean, go: Go): Turn
  /** Milliseconds since the start, by workspace, and by kind for clients without one. */
  used(): ReadonlyMap<string, number>
}

type Go = (refused?: AppError) => void

interface Ticket {
  readonly go: Go
  /** Whether it has run before: what has begun is not refused. */
  readonly isResumed: boolean
  readonly isShort: boolean
  since: number
  /** Whether it holds one of the payer's slots. */
  isRunning: boolean
  /** The shared clock at which it began: see `Slots`. */
  began: number
}

/**
 * @param most requests of one payer that use the database at a time, which leaves connections to others. Infinity on SQLite, whose
 * statements run on the main thread, one after the other.
 */
// Long because its parts share what is known of the current turn of the event loop.
export function createTurns(most: number): Turns {
  const queue = createFairQueue<Ticket>()
  const meter = createMeter(queue.charge)
  const slots = createSlots(most)
  /** When the current turn of the event loop began to run requests; undefined if it has not. */
  let turnBegan: number | undefined
  let looking: NodeJS.Timeout | undefined
  /** The turns of the event loop in which clients that wait to be accepted may still arrive. */
  let arriving = 0
  let acceptingSince: number | undefined

  const isLight = (branch: Branch<Ticket>) =>
    slots.isFree(branch) && (branch.tickets.length === 0 || meter.guess([branch]) < LIGHT_MS)

  function beginTurn(): void {
    turnBegan = performance.now()
    setImmediate(endTurn)
    // Runs when what was begun in `endTurn` has gone on as far as it can without waiting.
    setImmediate(meter.stop)
  }

  function endTurn(): void {
    meter.stop()
    turnBegan = undefined
    if (arriving > 0) arriving--
    if (goesRound()) beginTurn()
    else if (queue.length > 0) serve()
  }

  /** Whether the event loop goes on to accept connections before what waits is begun, or before a request runs at once. */
  function goesRound(): boolean {
    if (arriving > 0) {
      const now = performance.now()
      acceptingSince ??= now
      if (now - acceptingSince < ACCEPTING_MS) return true
      arriving = 0
    }
    acceptingSince = undefined
    return false
  }

  /**
   * What fits into a turn, by what such requests took before: only the first is sure to run. One that may be long has a turn alone, since
   * what several take in a turn cannot be told apart, and the others would pay for it.
   */
  function serve(): void {
    let next = queue.next(slots.isFree)
    if (next) beginTurn()
    for (let left = TURN_MS; next; next = left > 0 ? queue.next(isLight) : undefined) {
      const guess = meter.guess(next.lineage)
      left -= guess < LIGHT_MS ? guess : TURN_MS
      meter.add(next.lineage)
      run(next.ticket, next.lineage)
    }
  }

  function run(ticket: Ticket, lineage: Lineage<Ticket>): void {
    queue.begin(lineage)
    const payer = lineage[PAYER]
    if (payer && ticket.isShort && most !== Number.POSITIVE_INFINITY) {
      ticket.isRunning = true
      ticket.began = slots.take(payer)
    }
    ticket.go()
  }

  function refuse({ ticket, lineage }: { ticket: Ticket; lineage: Lineage<Ticket> }): void {
    queue.drop(lineage, ticket)
    ticket.go(tooBusy(lineage[0]?.name === 'known'))
  }

  /** Whoever waits too long is told so. */
  function look(): void {
    const before = performance.now() - PATIENCE_MS
    for (const waiting of queue.waiting())
      if (waiting.ticket.since < before && !waiting.ticket.isResumed) refuse(waiting)
    if (queue.length > 0) return
    clearInterval(looking)
    looking = undefined
  }

  function enter(path: readonly string[], given: Pick<Ticket, 'go' | 'isShort' | 'isResumed'>): Turn {
    const now = performance.now()
    const lineage = queue.lineageOf(path)
    const ticket: Ticket = { ...given, since: now, isRunning: false, began: 0 }
    const { go, isShort, isResumed } = given
    const payer = lineage[PAYER]
    if (payer && path[0] !== 'probe') slots.notice(payer)
    const hasRoom = !isShort || !payer || slots.isFree(payer)
    const isEarly = turnBegan === undefined || now - turnBegan < TURN_MS
    const isDirect = arriving === 0 && queue.length === 0 && hasRoom && isEarly
    if (isDirect) {
      if (turnBegan === undefined) beginTurn()
      meter.stop()
      meter.add(lineage)
      run(ticket, lineage)
    } else if (!isResumed && (payer?.waiting ?? 0) >= MOST_WAITING) {
      go(tooBusy(path[0] === 'known'))
    } else {
      queue.wait(lineage, ticket, isResumed)
      if (turnBegan === undefined) beginTurn()
      looking ??= setInterval(look, LOOK_EVERY_MS).unref()
    }
    return {
      end() {
        if (queue.drop(lineage, ticket)) {
          if (isResumed) go(new AppError('unavailable', 'The client has gone'))
          return
        }
        if (!payer || !ticket.isRunning) return
        ticket.isRunning = false
        meter.bill(lineage, slots.leave(payer, ticket.began))
        if (queue.length > 0 && turnBegan === undefined) beginTurn()
      },
    }
  }

  return {
    accepted() {
      arriving = TURNS_OF_ARRIVAL
      if (turnBegan === undefined) beginTurn()
    },
    used: meter.used,
    take: (path, isShort, go) => enter(path, { go, isShort, isResumed: false }),
    resume: (path, isShort, go) => enter(path, { go, isShort, isResumed: true }),
  }
}

/** Known clients learn their limit; the anonymous learn that the service is busy. */
function tooBusy(isKnown: boolean): AppError {
  const retryAfter = Math.ceil(PATIENCE_MS / 1000)
  return isKnown
    ? new AppError('rate_limited', 'Too much is under way for this workspace. Send fewer requests at a time', {
        retryAfter,
      })
    : new AppError('unavailable', 'The service is busy. Try again later', { retryAfter })
}
