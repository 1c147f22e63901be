import type { Authorization } from '../../auth/authorization.ts'
import { Failure } from '../../errors/failure.ts'
import type { Log } from '../../log/log.ts'
import type { Network } from '../../network/network.ts'

import { openSender, type SendRequest } from './sender.ts'
import { checkAvailable, refusalOf } from './statuses.ts'

export interface RequestOptions {
  url: URL
  network: Network
  /** Absent where the person's own headers carry the authorization. */
  authorization: Authorization | undefined
  headers: Readonly<Record<string, string>>
  log: Log
  /** Called for every answer that is not a refusal. */
  onAdmitted(withToken: boolean): void
}

const MOST_RENEWALS = 2

/**
 * A refused token is renewed and the request sent again, which is safe: a refusal comes before anything is done.
 * @throws SignInNeeded, Failure
 */
export function openRequests({ url, network, authorization, headers, log, onAdmitted }: RequestOptions): SendRequest {
  const send = openSender({ url, network, headers, log })

  return async (request) => {
    let token = await authorization?.token()
    let incoming = await send(request, token)
    let refused = refusalOf(incoming, token)
    for (let renewals = 0; refused && authorization; renewals++) {
      incoming.body.destroy()
      // Whoever shares the sign-in may have had a renewed token revoked before it was sent from here.
      const renewed = renewals < MOST_RENEWALS ? await authorization.renew(refused.refusal) : undefined
      if (!renewed || renewed.value === token?.value) throw refused
      token = renewed
      incoming = await send(request, token)
      refused = refusalOf(incoming, token)
    }
    if (refused) {
      incoming.body.destroy()
      throw new Failure(`The server at ${url.origin} refuses the given Authorization header: correct it.`)
    }
    checkAvailable(incoming, url)
    onAdmitted(token !== undefined)
    return incoming
  }
}
