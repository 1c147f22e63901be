import type { JsonObject } from '../../json.ts'
import type { Incoming } from '../../network/network.ts'
import { RpcError } from '../../protocol/messages.ts'
import type { Subscription } from '../../protocol/request-context.ts'
import { META, metaOf } from '../../protocol/revisions.ts'
import { backOff, pause } from '../../timing.ts'
import { type ServerListener, WrongEra } from '../client.ts'
import { isBroken, readAnswer } from '../http/responses.ts'
import { faultOf } from './faults.ts'

const LISTEN_AGAIN_MS = { first: 1000, longest: 60_000 }

/** Sends `subscriptions/listen`. */
export type SendListen = (
  subscription: Subscription,
  signal: AbortSignal,
) => Promise<{ id: number; incoming: Incoming }>

/** Listens for as long as it is wanted, also when the server goes and comes back. */
export async function keepListening(
  send: SendListen,
  subscription: Subscription,
  listener: ServerListener,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const began = Date.now()
    try {
      if (await listenOnce(await send(subscription, signal), listener)) return
    } catch (error) {
      // Calls say what is wrong with a connection; a server that refuses this has no changes to tell.
      if (error instanceof RpcError || error instanceof WrongEra) return
    }
    if (Date.now() - began > LISTEN_AGAIN_MS.longest) failures = 0
    await pause(backOff(failures, LISTEN_AGAIN_MS), signal)
  }
}

/** @returns whether the server ended it, because it has nothing to tell */
async function listenOnce({ id, incoming }: Awaited<ReturnType<SendListen>>, listener: ServerListener) {
  if (incoming.status !== 200) throw await faultOf(incoming, 'subscriptions/listen')
  const answer = await readAnswer(incoming, id, {
    notification: (method, params) => {
      if (method !== 'notifications/subscriptions/acknowledged') listener.notification(method, unmarked(params))
    },
    request: () => undefined,
  })
  return !isBroken(answer)
}

/** Without the id of the subscription, which is the bridge's own. */
function unmarked(params: JsonObject): JsonObject {
  const { [META.subscription]: _, ...meta } = metaOf(params)
  const { _meta, ...rest } = params
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest
}
