import type { Settings } from '@handrail/core'
import type { FastifyReply } from 'fastify'

/** The base path at which a proxy serves the instance; usually empty. */
export function basePath({ publicUrl }: Settings): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

/** The address of a page that redirects to another afterwards: `/sign-in?return_to=%2Faccount`. */
export function thenTo(path: string, back: string): string {
  return `${path}?return_to=${encodeURIComponent(back)}`
}

/** Redirects to a page of this instance, by GET whatever the request method was (RFC 9110 section 15.4.4). */
export function seeOther(settings: Settings, reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`${basePath(settings)}${path}`, 303)
}

/**
 * The destination after signing in: a path of this instance with its query, otherwise the start page. `//host`, `/\host` and
 * control characters could lead to another site, so only plain paths are accepted.
 */
export function localPath(given: string | undefined): string {
  const home = '/'
  if (given === undefined || given.length > 4000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given)) return home
  const here = 'http://here.invalid'
  if (given.includes('\\') || !URL.canParse(given, here)) return home
  const { origin, pathname, search } = new URL(given, here)
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}` : home
}
