import type { Settings } from '@handrail/core'
import { basePath } from '../pages/visit/redirect.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/**
 * The value of Strict-Transport-Security (RFC 6797), with which browsers never ask this host by HTTP again. It holds for the whole host, so
 * an instance below a path leaves it to whatever else is there. Subdomains can be anybody's.
 * @returns undefined if none is sent: HTTPS is not the way to this instance, or not its own alone
 */
export function strictTransportOf(settings: Settings): string | undefined {
  const isOwnHost = settings.publicUrl.startsWith('https:') && basePath(settings) === ''
  return isOwnHost ? `max-age=${YEAR_SECONDS}` : undefined
}
