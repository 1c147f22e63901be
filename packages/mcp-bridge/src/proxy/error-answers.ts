import { BridgeError } from '../errors/bridge-error.ts'
import { sentenceOf } from '../errors/failure.ts'
import { shapeError } from '../host/results.ts'
import { errorResponse } from '../host/transport.ts'
import type { Log } from '../log/log.ts'
import { CODE, type Id, type Message, RpcError } from '../protocol/messages.ts'
import type { Era } from '../protocol/revisions.ts'
import { SignInNeeded } from '../server/http/sign-in-needed.ts'
import type { SignInPrompts } from './sign-in/sign-in-prompts.ts'

/** The answer to a request that failed: the server's own error, or a sentence for the person. */
export async function errorAnswer(
  error: unknown,
  id: Id,
  era: Era,
  signIns: SignInPrompts | undefined,
  log: Log,
): Promise<Message> {
  if (error instanceof RpcError) {
    const { code, message, data } = shapeError(era, error)
    return errorResponse(id, code, message, data)
  }
  if (error instanceof SignInNeeded && signIns) {
    const text = await signIns.offer(error).then((offer) => offer.text, sentenceOf)
    return errorResponse(id, CODE.internal, text)
  }
  if (!(error instanceof BridgeError)) log.warn('A request failed', { why: sentenceOf(error) })
  return errorResponse(id, CODE.internal, sentenceOf(error))
}
