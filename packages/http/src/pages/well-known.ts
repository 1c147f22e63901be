import type { Settings } from '@handrail/core'
import type { FastifyInstance } from 'fastify'
import { basePath } from './visit/redirect.ts'

/** RFC 9116 section 2.5.5 recommends less than a year. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

interface WellKnown {
  settings: Settings
  /** Where a vulnerability of this instance is reported: `mailto:security@example.com`, or a web address. */
  securityContact: string | undefined
}

/** The addresses at which browsers and people look without asking: the page of the password, and whom to tell of a vulnerability. */
export async function serveWellKnown(app: FastifyInstance, { settings, securityContact }: WellKnown): Promise<void> {
  // Password managers open it (W3C, "A Well-Known URL for Changing Passwords").
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect(`${basePath(settings)}/account`, 302),
  )
  if (securityContact === undefined) return
  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(Date.now() + VALID_DAYS * DAY_MS)
    expires.setUTCHours(0, 0, 0, 0)
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${securityContact}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en, de',
          `Canonical: ${settings.publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })
}
