import { Failure } from '../../errors/failure.ts'
import { type Incoming, readText } from '../../network/network.ts'
import { CODE, RpcError } from '../../protocol/messages.ts'
import { WrongEra } from '../client.ts'
import { LONGEST_ANSWER, notMcp, parseMessage } from '../http/responses.ts'

/** The meaning of a status other than 200: an error of this revision, or a server of another revision. */
export async function faultOf(incoming: Incoming, method: string): Promise<Error> {
  const { status } = incoming
  // Servers of another era may stumble over this very question.
  const stumbled = method === 'server/discover' && status >= 500
  if (status === 202 || (status >= 500 && !stumbled)) {
    incoming.body.destroy()
    return new Failure(`The server failed with an internal error (${status}): call again later, or tell its operator.`)
  }
  const message = parseMessage(await readText(incoming, LONGEST_ANSWER).catch(() => ''))
  if (message?.error && !isFormer(message.error.code)) {
    const { code, message: text, data } = message.error
    return new RpcError(code, String(text), data)
  }
  return new WrongEra(notMcp(incoming).message)
}

/** Codes that only servers before 2026-07-28 use for a request that they cannot place. */
function isFormer(code: number): boolean {
  return (code <= -32000 && code >= -32019) || code === CODE.invalidRequest
}

export function broken(): Failure {
  return new Failure('The connection was lost before the answer arrived: check the result before you call again.', {
    retryAfterMs: 0,
  })
}
