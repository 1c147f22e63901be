import type { Cache } from '../cache/cache.ts'
import { sentenceOf } from '../errors/failure.ts'
import { eraOf } from '../host/host-info.ts'
import { openHostSession } from '../host/session.ts'
import type { HostTransport } from '../host/transport.ts'
import type { JsonObject } from '../json.ts'
import type { Log } from '../log/log.ts'
import { type Id, isId, type Message } from '../protocol/messages.ts'
import type { ServerListener } from '../server/client.ts'
import type { Server } from '../server/server.ts'
import { errorAnswer } from './error-answers.ts'
import { openForwarding } from './forwarding.ts'
import { openListRequests } from './lists/list-requests.ts'
import { openServerLists } from './lists/server-lists.ts'
import { openNotifications } from './notifications.ts'
import { openRequests } from './requests.ts'
import { openServerWatch } from './server-watch.ts'
import type { SignInPrompts } from './sign-in/sign-in-prompts.ts'
import { openSilenceWatch } from './silence-watch.ts'
import { openSubscriptionRequests } from './subscriptions/subscription-requests.ts'
import { openSubscriptions } from './subscriptions/subscriptions.ts'
import { openToolCalls } from './tools/calls.ts'
import type { ToolFilter } from './tools/filter.ts'
import { openPinning, type PinningOptions } from './tools/pinning.ts'

/** Between the host and the server: speaks the era of each, and answers what the host must not wait for. */
export interface McpProxy {
  /** Takes a message of the host's. @returns the answer to a request */
  receive(message: Message): Promise<Message | undefined>
  /** Notifications and requests of the server outside of any request. */
  server: ServerListener
  /** Somebody signed in, here or in another process. Who signs out keeps the tools: a call says how to sign in. */
  signedIn(): void
  /** How many requests wait for their answer. */
  waiting(): number
}

export interface McpProxyOptions {
  url: URL
  server: Server
  cache: Cache
  filter: ToolFilter
  signIns: SignInPrompts | undefined
  toolTimeoutMs: number
  pinning: Omit<PinningOptions, 'log'>
  log: Log
  transport: Pick<HostTransport, 'send' | 'request'>
}

export function openProxy({ transport, ...given }: McpProxyOptions): McpProxy {
  const options = { ...given, server: watched(given) }
  const { server, cache, signIns, log } = options
  const host = openHostSession(transport)
  const subscriptions = openSubscriptions()
  const forwarding = openForwarding({ host, server, cache })
  const notifications = openNotifications({ host, server, cache, subscriptions, log })
  const subscriptionRequests = openSubscriptionRequests({ host, server, cache, subscriptions, forwarding })
  const pinning = openPinning({ ...options.pinning, log })
  const lists = openServerLists({
    ...{ server, cache, log, onChanged: notifications.listChanged },
    onTools: pinning.seen,
  })
  const watch = openServerWatch({
    ...{ server, cache, signIns, log, background: forwarding.background },
    onIdentified: subscriptionRequests.renew,
    onBack: notifications.everythingChanged,
  })
  const answer = openRequests({
    ...{ ...options, host, subscriptions, forwarding, subscriptionRequests },
    listRequests: openListRequests({ ...options, lists, pinning }),
    callTool: openToolCalls({
      ...{ ...options, lists, forward: forwarding.forward },
      checkPin: pinning.check,
    }),
    onFirstRequest: watch.begin,
  })
  const running = new Map<Id, AbortController>()
  /** A sign-in is told of by this process and by the store, and followed once. */
  let isFollowing = false

  function notified(method: string, params: JsonObject) {
    if (method !== 'notifications/cancelled' || !isId(params.requestId)) return notifications.fromHost(method, params)
    running.get(params.requestId)?.abort()
    subscriptionRequests.end(params.requestId)
  }

  return {
    waiting: () => running.size,
    server: { notification: notifications.fromServer, request: host.request },
    signedIn() {
      if (host.era() === undefined || isFollowing) return
      isFollowing = true
      void watch
        .identify()
        .catch((error: unknown) => log.info('The server did not answer after the sign-in', { why: sentenceOf(error) }))
        .finally(() => {
          isFollowing = false
          notifications.everythingChanged()
        })
    },
    async receive({ id, method = '', params = {} }) {
      if (!isId(id)) {
        notified(method, params)
        return undefined
      }
      const controller = new AbortController()
      running.set(id, controller)
      const began = performance.now()
      try {
        const result = await answer(method, params, id, controller.signal)
        return result && { jsonrpc: '2.0', id, result }
      } catch (error) {
        // The host has withdrawn the request, and expects no answer.
        if (controller.signal.aborted) return undefined
        return await errorAnswer(error, id, eraOf(params), signIns, log)
      } finally {
        if (running.get(id) === controller) running.delete(id)
        log.debug('Answered', { method, ms: Math.round(performance.now() - began) })
      }
    },
  }
}

/** The server, whose silence is reported; that of a person who was asked something is not. */
function watched({ url, server, log }: Pick<McpProxyOptions, 'url' | 'server' | 'log'>): Server {
  const silence = openSilenceWatch({ url, log })
  return {
    ...server,
    async request(method, params, context) {
      const answered = silence.asked(method)
      try {
        return await server.request(method, params, context)
      } finally {
        answered()
      }
    },
  }
}
