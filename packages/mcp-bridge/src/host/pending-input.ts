import { randomUUID } from 'node:crypto'
import { type Fields, isFields } from '../protocol.ts'
import type { Exchange } from '../server/client.ts'

interface Question {
  method: string
  params: Fields
  answer(result: Fields): void
}

interface Parked {
  work: Promise<Fields>
  questions: Map<string, Question>
  /** Settles when the server asks for something. */
  asked: Promise<void>
  alert(): void
  exchange: Exchange
}

export interface Parking {
  /** Whether the parameters take up a request that waits here. */
  holds(params: Fields): boolean
  /** Sends a request, and resolves to its result or to the server's questions. */
  begin(exchange: Exchange, send: (exchange: Exchange) => Promise<Fields>): Promise<Fields>
  /** A question that belongs to no request: the latest one carries it. Undefined where none is open. */
  ask(method: string, params: Fields): Promise<Fields> | undefined
  /** Hands on the answers, and resolves to the result or to further questions. */
  resume(params: Fields, exchange: Exchange): Promise<Fields>
}

/**
 * For modern hosts before an older server: the server's questions, which come while its request is open, are handed to
 * the host as `input_required`, and the open request waits until the host sends it again with the answers.
 */
export function openParking(): Parking {
  const parked = new Map<string, Parked>()
  let nextKey = 1

  function put(waiting: Parked, method: string, params: Fields): Promise<Fields> {
    return new Promise((answer) => {
      waiting.questions.set(`question-${nextKey++}`, { method, params, answer })
      waiting.alert()
    })
  }

  async function next(state: string, waiting: Parked): Promise<Fields> {
    const result = await Promise.race([waiting.work, waiting.asked.then(() => undefined)])
    if (result) {
      parked.delete(state)
      return result
    }
    const inputRequests = Object.fromEntries(
      [...waiting.questions].map(([key, { method, params }]) => [key, { method, params }]),
    )
    return { resultType: 'input_required', inputRequests, requestState: state }
  }

  return {
    holds: ({ requestState }) => typeof requestState === 'string' && parked.has(requestState),

    begin(exchange, send) {
      const state = randomUUID()
      // The request outlives the host's first, which ends with the questions; its time limit stays.
      const lasting = new AbortController()
      const waiting: Parked = { questions: new Map(), exchange, work: Promise.resolve({}), ...expectation() }
      exchange.signal.addEventListener('abort', () => {
        if (waiting.questions.size === 0) lasting.abort()
      })
      const ask = (method: string, params: Fields) => put(waiting, method, params)
      parked.set(state, waiting)
      waiting.work = send({
        ...exchange,
        signal: lasting.signal,
        ask,
        notify: (method, params) => waiting.exchange.notify(method, params),
      })
      waiting.work.catch(() => parked.delete(state))
      return next(state, waiting)
    },

    ask(method, params) {
      const latest = [...parked.values()].at(-1)
      return latest && put(latest, method, params)
    },

    resume({ requestState, inputResponses }, exchange) {
      const state = String(requestState)
      const waiting = parked.get(state)
      if (!waiting) throw new Error('Nothing waits for these answers')
      waiting.exchange = exchange
      for (const [key, given] of Object.entries(isFields(inputResponses) ? inputResponses : {})) {
        waiting.questions.get(key)?.answer(isFields(given) ? given : {})
        waiting.questions.delete(key)
      }
      if (waiting.questions.size === 0) Object.assign(waiting, expectation())
      return next(state, waiting)
    },
  }
}

function expectation(): Pick<Parked, 'asked' | 'alert'> {
  const { promise: asked, resolve: alert } = Promise.withResolvers<void>()
  return { asked, alert }
}
