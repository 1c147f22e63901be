import { isLoopbackHost } from '@handrail/core/internal'
import type { Config } from '../../../configuration/config.ts'
import { clockDifference, type Finding, ok, reasonOf, warn } from './check.ts'

const TIMEOUT_MS = 3000

export async function checkPublicUrl({ publicUrl }: Config): Promise<Finding> {
  const { protocol, hostname } = new URL(publicUrl)
  if (!isLoopbackHost(hostname) && protocol === 'http:')
    return warn(`The public URL ${publicUrl} is not encrypted. Put a proxy with a certificate in front, and use https`)
  try {
    const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    if (answer.status !== 200) return warn(`${publicUrl} answers with status ${answer.status}, but it is not Handrail`)
    const differs = clockDifference(Date.now() - Date.parse(answer.headers.get('date') ?? ''), `that of ${publicUrl}`)
    if (differs) return warn(differs)
    if (answer.headers.get('x-handrail-proxy') === 'undeclared')
      return warn(
        `The server does not know the proxy at ${publicUrl}, so all visitors can count as one. Set HANDRAIL_TRUST_PROXY to the address of the proxy, which the server's log names`,
      )
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    return warn(
      `Nothing answers at ${publicUrl} (${reasonOf(cause)}). Is the server running, and is the address right?`,
    )
  }
  if (isLoopbackHost(hostname))
    return ok(`Handrail answers at ${publicUrl}, which only this machine can reach: set PUBLIC_URL for others`)
  return ok(`Handrail answers at ${publicUrl}`)
}
