import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** A longer pause between a response and the next request is awaited only if some connection is in constant use. */
const QUICK_MS = 90
const SHORTEST_WAIT_MS = 50
const LONGEST_WAIT_MS = 500
/** This many requests on one connection count as constant use: its longest pause then predicts the next one. */
const CONSTANT_USE = 8
const LONGEST_CONSTANT_WAIT_MS = 1500
/** Waits are counted in turns of the event loop, so that a busy process reads what has arrived in the meantime. */
const TURN_MS = 5
/** The limit of turns, however many clients connect in the meantime. */
const MOST_TURNS = 400
/** The time to wait for the last responses; later ones are sent after the server stopped accepting connections. */
const LAST_ANSWERS_MS = 5000

/** How long a new connection is given for its first request. */
const FIRST_REQUEST_MS = 300
/** Nobody has connected for so long: those who were told that their connection ends have connected again. */
const QUIET_MS = 50
/** The limit of the search for such a pause, and then for a turn in which nobody connects. */
const LONGEST_PAUSE_MS = 1000

/** The use of a connection. */
interface Use {
  /** The newest unanswered request. */
  open: FastifyReply | undefined
  /** When its last answer ended. */
  endedAt: number
  /** The longest recent pause between two requests. */
  gap: number
  requests: number
}

/** Tracks the use of connections, so that none is cut that is about to be used. */
export interface Drain {
  begin(reply: FastifyReply): void
  end(reply: FastifyReply): void
  /** Whether connections in constant use have been announced the end: from then on, new requests are refused. */
  readonly isOver: boolean
  /**
   * Refuses a request when the end is over: at once, or once the server has stopped to listen. Whoever is refused may connect again at
   * once, and the system resets connections that wait to be accepted when the server stops to listen.
   */
  refuse(answer: () => void): void
  /**
   * Makes every response end its connection. Waits, for two seconds at most, until connections in constant use got such a
   * response: a client whose next request is cut could not know whether it ran. Then waits for the last responses, so that
   * clients that connect in the meantime get one as well.
   */
  run(): Promise<void>
}

// Long because its parts share what is known of the connections.
export function createDrain(server: Server): Drain {
  const uses = new Map<Socket, Use>()
  const unanswered = countUnanswered()
  const connections = countOpen()
  let draining = false
  let isOver = false
  /** What is to be refused once the server has stopped to listen; undefined before and after. */
  let held: (() => void)[] | undefined
  server.on('connection', (socket) => {
    connections.watch(socket)
    if (isOver) destroyUnused(socket)
    // A new connection is about to send a request.
    uses.set(socket, { open: undefined, endedAt: performance.now(), gap: 0, requests: 0 })
    unanswered.watch(socket)
    socket.once('close', () => {
      uses.delete(socket)
      unanswered.forget(socket)
    })
  })

  /** Answers what was held when the server has stopped to listen, which it does next. */
  async function release(): Promise<void> {
    for (let turn = 0; server.listening && turn < LONGEST_PAUSE_MS / TURN_MS; turn++) await sleep(TURN_MS)
    const waiting = held ?? []
    held = undefined
    for (const answer of waiting) answer()
  }

  /** The time to wait for the next request of connections in constant use; 0 if there are none. */
  function constantWait(): number {
    const waits = [...uses.values()]
      .filter(({ requests }) => requests >= CONSTANT_USE)
      .map(({ open, endedAt, gap }) => {
        const wait = Math.min(LONGEST_CONSTANT_WAIT_MS, Math.max(SHORTEST_WAIT_MS, 4 * gap))
        return open || performance.now() - endedAt < wait ? wait : 0
      })
    return Math.max(0, ...waits)
  }

  return {
    get isOver() {
      return isOver
    },
    refuse(answer) {
      if (held) held.push(answer)
      else answer()
    },
    begin(reply) {
      const { socket } = reply.request.raw
      connections.begin(socket)
      if (!isOver) unanswered.add(socket)
      const use = uses.get(socket)
      if (draining) {
        reply.header('connection', 'close')
        uses.delete(socket)
      } else if (use) {
        if (!use.open) use.gap = Math.max(performance.now() - use.endedAt, 0.8 * use.gap)
        use.open = reply
        use.requests++
      }
    },
    end(reply) {
      const { socket } = reply.request.raw
      connections.end(socket)
      unanswered.remove(socket)
      const use = uses.get(socket)
      if (use?.open !== reply) return
      use.open = undefined
      use.endedAt = performance.now()
    },
    async run() {
      draining = true
      const constant = constantWait()
      for (const [socket, { open }] of uses) {
        if (!open) continue
        if (!open.raw.headersSent) open.raw.shouldKeepAlive = false
        uses.delete(socket)
      }
      const left = new Map<Use, number>()
      let waiting = true
      for (let turn = 0; (waiting || turn < 2) && turn < MOST_TURNS; turn++) {
        await sleep(TURN_MS)
        waiting = false
        // Includes connections that open in the meantime.
        for (const use of uses.values()) {
          const turns = left.get(use) ?? turnsFor(use, constant)
          left.set(use, turns - 1)
          if (turns > 0) waiting = true
        }
      }
      isOver = true
      // `close` of the server calls it as well. Node's own would also cut new connections, whose first request is on its way.
      server.closeIdleConnections = connections.closeUsed
      server.closeIdleConnections()
      for (const socket of uses.keys()) destroyUnused(socket)
      for (let turn = 0; unanswered.total > 0 && turn < LAST_ANSWERS_MS / TURN_MS; turn++) await sleep(TURN_MS)
      held = []
      await pauseInArrivals(server)
      void release()
    },
  }
}

/**
 * Resolves when nobody has connected for a while, so that the server stops to listen while nobody waits to be accepted: the system resets
 * those who do. Whoever is answered last connects again a little later, and then waits: see `refuse`. Ends in a turn of the event
 * loop in which nobody has connected, because one turn accepts one connection.
 */
async function pauseInArrivals(server: Server): Promise<void> {
  let arrivedAt = performance.now()
  const note = () => {
    arrivedAt = performance.now()
  }
  server.on('connection', note)
  const until = arrivedAt + LONGEST_PAUSE_MS
  while (performance.now() < Math.min(arrivedAt + QUIET_MS, until)) await sleep(TURN_MS)
  for (let before = 0; before !== arrivedAt && performance.now() < until + LONGEST_PAUSE_MS; ) {
    before = arrivedAt
    await nextTurn()
  }
  server.off('connection', note)
}

/** Browsers open connections in advance, and the server would wait for their first request. One that is new is about to send it. */
function destroyUnused(socket: Socket): void {
  setTimeout(() => socket.bytesRead === 0 && socket.destroy(), FIRST_REQUEST_MS)
}

/** Counts the requests under way by connection. */
function countOpen() {
  const states = new Map<Socket, { isNew: boolean; open: number }>()
  return {
    watch(socket: Socket) {
      states.set(socket, { isNew: true, open: 0 })
      socket.once('close', () => void states.delete(socket))
    },
    begin(socket: Socket) {
      const state = states.get(socket)
      if (!state) return
      state.isNew = false
      state.open++
    },
    end(socket: Socket) {
      const state = states.get(socket)
      if (state) state.open--
    },
    /** Closes the connections whose requests are answered. */
    closeUsed() {
      for (const [socket, { isNew, open }] of states) if (!isNew && open === 0) socket.destroy()
    },
  }
}

/** The number of turns after which the next request of a connection would have arrived. */
function turnsFor({ open, endedAt, gap }: Use, constant: number): number {
  if (open) return 0
  const own = gap > QUICK_MS ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, 8 * gap))
  return Math.ceil((Math.max(own, constant) - (performance.now() - endedAt)) / TURN_MS)
}

/**
 * Counts unanswered requests by connection. It keeps no replies: in a map whose entries change with each request, they would
 * survive many garbage collections.
 */
function countUnanswered() {
  const counts = new Map<Socket, { left: number }>()
  let total = 0
  return {
    get total() {
      return total
    },
    watch: (socket: Socket) => void counts.set(socket, { left: 0 }),
    add(socket: Socket) {
      const count = counts.get(socket)
      if (!count) return
      count.left++
      total++
    },
    /** Responses are sent in the order of the requests: uncounted ones follow the counted ones. */
    remove(socket: Socket) {
      const count = counts.get(socket)
      if (!count?.left) return
      count.left--
      total--
    },
    /** Forgets a connection that was cut: no response can be sent on it. */
    forget(socket: Socket) {
      total -= counts.get(socket)?.left ?? 0
      counts.delete(socket)
    },
  }
}
