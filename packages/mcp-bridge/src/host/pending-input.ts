import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '../json.ts'
import { CODE, RpcError } from '../protocol/messages.ts'
import type { RequestContext } from '../protocol/request-context.ts'

interface Question {
  method: string
  params: JsonObject
  answer(result: JsonObject): void
}

/** A request that is open at the server while the host collects answers. */
interface PendingRequest {
  work: Promise<JsonObject>
  questions: Map<string, Question>
  /** Resolves when the server asks for something. */
  asked: Promise<void>
  alert(): void
  context: RequestContext
}

export interface PendingInput {
  /** Whether the parameters are those of a request that waits here. */
  has(params: JsonObject): boolean
  /** Sends a request, and resolves to its result or to the server's questions. */
  begin(context: RequestContext, send: (context: RequestContext) => Promise<JsonObject>): Promise<JsonObject>
  /** A question that belongs to no request: the latest one carries it. Undefined where none is open. */
  ask: (...question: Parameters<RequestContext['ask']>) => Promise<JsonObject> | undefined
  /** Hands on the answers, and resolves to the result or to further questions. */
  resume(params: JsonObject, context: RequestContext): Promise<JsonObject>
}

/**
 * For modern hosts before an older server: the server's questions, which come while its request is open, are handed to
 * the host as `input_required`, and the open request waits until the host sends it again with the answers.
 */
export function openPendingInput(): PendingInput {
  const requests = new Map<string, PendingRequest>()
  let nextKey = 1

  function addQuestion(request: PendingRequest, ...asked: Parameters<RequestContext['ask']>): Promise<JsonObject> {
    const [method, params, signal] = asked
    const key = `question-${nextKey++}`
    return new Promise((answer, reject) => {
      request.questions.set(key, { method, params, answer })
      request.alert()
      signal?.addEventListener('abort', () => {
        if (request.questions.delete(key) && request.questions.size === 0) Object.assign(request, expectation())
        reject(new RpcError(CODE.internal, 'The server has withdrawn the question'))
      })
    })
  }

  async function next(state: string, request: PendingRequest): Promise<JsonObject> {
    const result = await Promise.race([request.work, request.asked.then(() => undefined)])
    if (result) {
      requests.delete(state)
      return result
    }
    // Withdrawn before anybody was told of it.
    if (request.questions.size === 0) return next(state, request)
    const inputRequests = Object.fromEntries(
      [...request.questions].map(([key, { method, params }]) => [key, { method, params }]),
    )
    return { resultType: 'input_required', inputRequests, requestState: state }
  }

  return {
    has: ({ requestState }) => typeof requestState === 'string' && requests.has(requestState),

    begin(context, send) {
      const state = randomUUID()
      // The request outlives the host's first, which ends with the questions; its time limit stays.
      const lasting = new AbortController()
      const request: PendingRequest = { questions: new Map(), context, work: Promise.resolve({}), ...expectation() }
      context.signal.addEventListener('abort', () => {
        if (request.questions.size === 0) lasting.abort()
      })
      requests.set(state, request)
      request.work = send({
        ...context,
        signal: lasting.signal,
        ask: (...asked) => addQuestion(request, ...asked),
        notify: (method, params) => request.context.notify(method, params),
      })
      request.work.catch(() => requests.delete(state))
      return next(state, request)
    },

    ask(...asked) {
      const latest = [...requests.values()].at(-1)
      return latest && addQuestion(latest, ...asked)
    },

    resume({ requestState, inputResponses }, context) {
      const state = String(requestState)
      const request = requests.get(state)
      if (!request) throw new Error('Nothing waits for these answers')
      request.context = context
      for (const [key, given] of Object.entries(isObject(inputResponses) ? inputResponses : {})) {
        request.questions.get(key)?.answer(isObject(given) ? given : {})
        request.questions.delete(key)
      }
      if (request.questions.size === 0) Object.assign(request, expectation())
      return next(state, request)
    },
  }
}

function expectation(): Pick<PendingRequest, 'asked' | 'alert'> {
  const { promise: asked, resolve: alert } = Promise.withResolvers<void>()
  return { asked, alert }
}
