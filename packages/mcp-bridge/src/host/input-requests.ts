import { Failure } from '../errors/failure.ts'
import { isObject, type JsonObject, without } from '../json.ts'
import type { RequestContext } from '../protocol/request-context.ts'
import { pause } from '../timing.ts'

/** Rounds of questions that one request may take. */
const MOST_ROUNDS = 20

/**
 * For hosts before 2026-07-28: what a modern server asks with its result (`input_required`) is asked of the host, and
 * the request sent again with the answers, until the result is complete.
 */
export async function answerInputRequests(
  params: JsonObject,
  context: RequestContext,
  send: (params: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject> {
  let result = await send(params)
  for (let round = 0; result.resultType === 'input_required'; round++) {
    if (round === MOST_ROUNDS) throw new Failure('The server asks for input again and again: tell its operator.')
    const { inputRequests, requestState } = result
    const asked = isObject(inputRequests) ? Object.entries(inputRequests) : []
    if (asked.length === 0) await pause(1000, context.signal)
    const answers = await Promise.all(asked.map(async ([key, question]) => [key, await answer(question, context)]))
    result = await send({
      ...without(params, 'inputResponses', 'requestState'),
      inputResponses: Object.fromEntries(answers),
      ...(requestState !== undefined && { requestState }),
    })
  }
  return result
}

async function answer(question: unknown, { ask }: RequestContext): Promise<JsonObject> {
  if (!isObject(question) || typeof question.method !== 'string')
    throw new Failure('The server sent a request that this bridge does not support: tell its operator.')
  return ask(question.method, isObject(question.params) ? question.params : {})
}
