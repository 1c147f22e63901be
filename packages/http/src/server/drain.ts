import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Who takes longer between an answer and the next request is waited for only where somebody is in constant use. */
const QUICK_MS = 90
const SHORTEST_WAIT_MS = 50
const LONGEST_WAIT_MS = 500
/** So many requests on one connection are constant use: then the longest of its pauses tells how long the next may be. */
const CONSTANT_USE = 8
const LONGEST_CONSTANT_WAIT_MS = 1500
/** Waiting is in turns of the event loop, so that a process that has much to do reads what has arrived meanwhile. */
const TURN_MS = 5
/** However many connect meanwhile. */
const MOST_TURNS = 400
/** How long the last answers are waited for; those that take longer go out while nobody can connect any more. */
const LAST_ANSWERS_MS = 5000

/** How a connection is used. */
interface Use {
  /** The newest request that it waits for. */
  open: FastifyReply | undefined
  /** When its last answer ended. */
  endedAt: number
  /** How long it was without a request between two, at the longest of late. */
  gap: number
  requests: number
}

/** What there is to know of connections, so that none is cut off that is about to be used. */
export interface Drain {
  begin(reply: FastifyReply): void
  end(reply: FastifyReply): void
  /** Whether those in constant use have been told: from then on, what comes is refused. */
  readonly isOver: boolean
  /**
   * From here on every answer ends its connection. Waits, for a second or two at most, for connections that are in constant use
   * to be told so: a client that has its next request on the way could not know whether it ran. Then waits for the last
   * answers, so that whoever connects meanwhile is told, too, and not cut off.
   */
  run(): Promise<void>
}

export function createDrain(server: Server): Drain {
  const uses = new Map<Socket, Use>()
  const unanswered = countUnanswered()
  let draining = false
  let isOver = false
  server.on('connection', (socket) => {
    // Whoever connects is about to ask for something.
    uses.set(socket, { open: undefined, endedAt: performance.now(), gap: 0, requests: 0 })
    unanswered.watch(socket)
    socket.once('close', () => {
      uses.delete(socket)
      unanswered.forget(socket)
    })
  })

  /** How long to wait for the next request where connections are in constant use; 0 where none is. */
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
    begin(reply) {
      const { socket } = reply.request.raw
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
        // With those that connect meanwhile.
        for (const use of uses.values()) {
          const turns = left.get(use) ?? turnsFor(use, constant)
          left.set(use, turns - 1)
          if (turns > 0) waiting = true
        }
      }
      isOver = true
      server.closeIdleConnections()
      for (let turn = 0; unanswered.total > 0 && turn < LAST_ANSWERS_MS / TURN_MS; turn++) await sleep(TURN_MS)
      // The server would wait for a first request of those who connect beforehand, as browsers do.
      for (const [socket, { requests }] of uses) if (requests === 0 && socket.bytesRead === 0) socket.destroy()
    },
  }
}

/** After how many turns the next request of a connection would have come, if there is one. */
function turnsFor({ open, endedAt, gap }: Use, constant: number): number {
  if (open) return 0
  const own = gap > QUICK_MS ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, 8 * gap))
  return Math.ceil((Math.max(own, constant) - (performance.now() - endedAt)) / TURN_MS)
}

/**
 * How many requests were taken and are not answered, by connection. Their replies are not kept: in a map whose entries come and go
 * with each request, they would outlive many collections.
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
    /** Answers go out in the order of the requests: those that were not counted come after those that were. */
    remove(socket: Socket) {
      const count = counts.get(socket)
      if (!count?.left) return
      count.left--
      total--
    },
    /** Of a connection that was cut off, nothing is answered any more. */
    forget(socket: Socket) {
      total -= counts.get(socket)?.left ?? 0
      counts.delete(socket)
    },
  }
}
