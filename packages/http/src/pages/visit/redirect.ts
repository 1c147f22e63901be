import type { Settings } from '@handrail/core'
import type { FastifyReply } from 'fastify'

/** The path below which a proxy serves the instance; usually empty. */
export function basePath({ publicUrl }: Settings): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}

/** The address of a page that leads on to another: `/sign-in?return_to=%2Faccount`. */
export function thenTo(path: string, back: string): string {
  return `${path}?return_to=${encodeURIComponent(back)}`
}

/** Sends the browser to a page of ours, by GET whatever the request was (RFC 9110 section 15.4.4). */
export function seeOther(settings: Settings, reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`${basePath(settings)}${path}`, 303)
}

/**
 * Where to go after signing in: a path of ours with its query, and the home page for everything else. `//host`,
 * `/\host` and what a browser would make of control characters lead elsewhere, so only plain paths are taken.
 */
export function localPath(given: string | undefined): string {
  const home = '/'
  if (given === undefined || given.length > 4000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given)) return home
  const here = 'http://here.invalid'
  if (given.includes('\\') || !URL.canParse(given, here)) return home
  const { origin, pathname, search } = new URL(given, here)
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}` : home
}
