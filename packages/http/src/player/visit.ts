import { AppError, type Bound, type Handrail, operations } from '@handrail/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { chooseLanguage } from './i18n/choose-language.ts'
import type { I18n, I18nOf } from './i18n/i18n.ts'
import type { Limits } from './limits.ts'
import type { Markdown } from './markdown.ts'
import type { Hosts } from './media/hosts.ts'
import type { ImageSizes } from './media/image-sizes.ts'

/** What the pages of the player share. */
export interface Player {
  handrail: Handrail
  /** The base path at which a proxy serves the instance; usually empty. */
  base: string
  i18nOf: I18nOf
  markdown: Markdown
  sizes: ImageSizes
  hosts: Hosts
  limits: Limits
  /** Finds out whose guide a visit is to. @throws AppError `not_found`, `rate_limited` */
  enter(visit: Visit): Promise<Entered>
  /** Light or dark, where its pages show a draft to those who write it: nothing on them acts. */
  preview?: Look
}

export type Look = 'light' | 'dark'

type OwnGuide = z.output<typeof operations.readOwnGuide.output>['data']
export type Link = OwnGuide['link']
export type View = NonNullable<OwnGuide['view']>
export type Section = View['guide']['sections'][number]
export type Step = Section['steps'][number]

/** One request for a page of the player. */
export interface Visit {
  player: Player
  request: FastifyRequest
  reply: FastifyReply
}

/** A visit by a link that there is, or was. */
export interface LinkVisit extends Visit {
  contact: Bound
  link: Link
  i18n: I18n
  /** The path of the guide's overview, with that of the proxy before it: other pages lie below. */
  home: string
}

/** What a visit leads to: what has become of the link, and the guide where it can be followed. */
export type Entered = Pick<LinkVisit, 'contact' | 'link' | 'i18n' | 'home'> & { view: View | null }

/** A visit by a link that can be followed. */
export interface GuideVisit extends LinkVisit {
  view: View
}

export type PlayerHandler = (visit: Visit) => Promise<FastifyReply>

/** The link of a visit leads nowhere any more. */
export class DeadLink extends Error {
  override readonly name = 'DeadLink'
  readonly visit: LinkVisit

  constructor(visit: LinkVisit) {
    super(`The link is ${visit.link.state}`)
    this.visit = visit
  }
}

/** A handler for whoever has a link that can be followed. @throws DeadLink, AppError `not_found` */
export function forGuide(handle: (visit: GuideVisit) => Promise<FastifyReply>): PlayerHandler {
  return forLink(async (visit, view) => {
    if (!view) throw new DeadLink(visit)
    return handle({ ...visit, view })
  })
}

/** A handler for whoever has a link, also where it leads nowhere any more. */
export function forLink(handle: (visit: LinkVisit, view: View | null) => Promise<FastifyReply>): PlayerHandler {
  return async (visit) => {
    const { player, request } = visit
    if (request.method !== 'GET' && request.method !== 'HEAD') requireOwnPage(request)
    const { view, ...entered } = await player.enter(visit)
    return handle({ ...visit, ...entered }, view)
  }
}

/** Enters by the link that the address is. */
export async function enterByLink(visit: Visit): Promise<Entered> {
  const { player, request } = visit
  // The routes have the parameter in their path.
  const { token } = request.params as { token: string }
  const contact = await contactOf(visit, token)
  const { link, view } = (await contact.invoke(operations.readOwnGuide, {})).data
  return { contact, link, view, i18n: i18nOf(visit, link), home: `${player.base}/g/${token}` }
}

/** As all that were ever given, and longer. */
const TOKEN = /^[\w-]{1,100}$/

/** @throws AppError `not_found` for every token that leads nowhere, `rate_limited` */
async function contactOf({ player, request }: Visit, token: string): Promise<Bound> {
  try {
    if (!TOKEN.test(token)) throw new AppError('not_found', 'There is no such link')
    const contact = await player.handrail.asContact(token)
    await player.limits.countLink(contact.context.caller.id)
    return contact
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') await player.limits.countMiss(request)
    throw error
  }
}

/** In what language to answer: as far as it is known whose link it is, in that of its contact. */
export function i18nOf({ player, request }: Visit, link?: Link): I18n {
  const byDefault = link?.workspace.default_language ?? 'en'
  const { language, locale } = chooseLanguage(link?.language ?? null, request.headers['accept-language'], byDefault)
  return player.i18nOf(language, locale)
}

/**
 * Refuses what another site's page sends. Nothing hangs on it: whoever could send it has the address, which is all that is
 * needed. There is no cookie, and browsers name no origin for pages without referrer, so only this header can tell.
 * @throws AppError `forbidden`
 */
function requireOwnPage({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return
  throw new AppError('forbidden', 'This form was not sent from a page of this site')
}
