import { Failure } from '../errors/failure.ts'
import { isObject, type JsonObject, without } from '../json.ts'
import { RpcError } from '../protocol/messages.ts'
import type { RequestContext } from '../protocol/request-context.ts'
import { pause } from '../timing.ts'

/** Rounds of questions that one request may take. */
const MOST_ROUNDS = 20

/**
 * For hosts before 2026-07-28: what a modern server asks with its result (`input_required`) is asked of the host, and
 * the request sent again with the answers, until the result is complete. The host may take as long as it likes.
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
    result = await send({
      ...without(params, 'inputResponses', 'requestState'),
      inputResponses: await answersTo(asked, context),
      ...(requestState !== undefined && { requestState }),
    })
  }
  return result
}

/** Asks everything at once. One question that gets no answer withdraws the others, as does the end of the request. */
async function answersTo(asked: [string, unknown][], context: RequestContext): Promise<JsonObject> {
  const over = new AbortController()
  const signal = AbortSignal.any([context.signal, over.signal])
  try {
    const answers = asked.map(async ([key, question]) => [key, await answer(question, context, signal)])
    return Object.fromEntries(await Promise.all(answers))
  } finally {
    over.abort()
  }
}

async function answer(question: unknown, { ask }: RequestContext, signal: AbortSignal): Promise<JsonObject> {
  if (!isObject(question) || typeof question.method !== 'string')
    throw new Failure('The server sent a request that this bridge does not support: tell its operator.')
  const { method, params } = question
  const given = await ask(method, isObject(params) ? params : {}, signal).catch((error: unknown) => {
    if (error instanceof RpcError && !signal.aborted) throw unanswered(method, error.message)
    throw error
  })
  return method === 'elicitation/create' ? elicited(given) : given
}

/** The answer of a person. What could be misread as consent never reaches the server. */
function elicited({ content, ...answer }: JsonObject): JsonObject {
  const { action } = answer
  const isComplete = content === undefined || content === null || isObject(content)
  if (!isComplete || (action !== 'accept' && action !== 'decline' && action !== 'cancel'))
    throw unanswered('elicitation/create', 'the answer is neither accept, decline nor cancel')
  return { ...answer, ...(isObject(content) && { content }) }
}

function unanswered(method: string, why: string): Failure {
  return new Failure(
    `The application did not answer what the server asked (${method}): ${why}. The call was not completed.`,
  )
}
