import type { Settings } from '@handrail/core'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { basePath } from './redirect.ts'

/** The cookies that are set, with the seconds for which browsers keep them. */
const SECONDS = {
  session: 30 * 86_400,
  known_device: 365 * 86_400,
  second_factor: 600,
  note: 300,
  language: 365 * 86_400,
} as const
type CookieName = keyof typeof SECONDS

export function readCookie(settings: Settings, { headers }: FastifyRequest, name: CookieName): string | undefined {
  return parseCookie(headers.cookie ?? '')[fullName(settings, name)]
}

/** Forms of other sites do not send the cookies (`SameSite=Lax`), and scripts can read only the language. */
export function setCookie(settings: Settings, reply: FastifyReply, name: CookieName, value: string): void {
  write(settings, reply, name, value, SECONDS[name])
}

export function clearCookie(settings: Settings, reply: FastifyReply, name: CookieName): void {
  write(settings, reply, name, '', 0)
}

function write(settings: Settings, reply: FastifyReply, name: CookieName, value: string, maxAge: number): void {
  const options = { sameSite: 'lax', secure: isSecure(settings), maxAge } as const
  const reach = isShared(name) ? { path: `${basePath(settings)}/` } : { path: '/', httpOnly: true }
  reply.header('set-cookie', stringifySetCookie({ name: fullName(settings, name), value, ...options, ...reach }))
}

/** `__Host-` cookies cannot be planted by a neighbouring subdomain (RFC 6265bis section 4.1.3.2). */
function fullName(settings: Settings, name: CookieName): string {
  return `${isSecure(settings) && !isShared(name) ? '__Host-' : ''}handrail_${name}`
}

/** The console reads the cookie under the same name. It is not security-relevant. */
function isShared(name: CookieName): boolean {
  return name === 'language'
}

function isSecure({ publicUrl }: Settings): boolean {
  return publicUrl.startsWith('https:')
}
