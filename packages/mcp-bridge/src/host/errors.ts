import { BridgeError } from '../errors/bridge-error.ts'
import { sentenceOf } from '../errors/failure.ts'
import type { Log } from '../log/log.ts'
import { CODE, type Era, type Id, type Message, RpcError } from '../protocol.ts'
import type { SignIns } from '../proxy/sign-in-prompts.ts'
import { SignInNeeded } from '../server/http/requests.ts'
import { shapeError } from './results.ts'
import { fault } from './transport.ts'

/** The answer to a request that failed: the server's own error, or a sentence for the person. */
export async function errorAnswer(
  error: unknown,
  id: Id,
  era: Era,
  signIns: SignIns | undefined,
  log: Log,
): Promise<Message> {
  if (error instanceof RpcError) {
    const { code, message, data } = shapeError(era, error)
    return fault(id, code, message, data)
  }
  if (error instanceof SignInNeeded && signIns) {
    const text = await signIns.offer(error).then((offer) => offer.text, sentenceOf)
    return fault(id, CODE.internal, text)
  }
  if (!(error instanceof BridgeError)) log.warn('A request failed', { why: sentenceOf(error) })
  return fault(id, CODE.internal, sentenceOf(error))
}
