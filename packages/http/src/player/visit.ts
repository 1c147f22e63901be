import { AppError, type Bound, type Handrail, operations } from '@handrail/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { boundFrom } from '../access/client-address.ts'
import { chooseLanguage } from './i18n/choose-language.ts'
import type { I18n, I18nOf } from './i18n/i18n.ts'
import type { Limits } from './limits.ts'
import type { Markdown } from './markdown/markdown.ts'
import type { ImageSizes } from './media/image-sizes.ts'

/** The dependencies of the player's pages. */
export interface Player {
  handrail: Handrail
  /** The base path at which a proxy serves the instance; usually empty. */
  base: string
  i18nOf: I18nOf
  markdown: Markdown
  sizes: ImageSizes
  limits: Limits
  /** Loads the enrollment of a visit. @throws AppError `not_found`, `rate_limited` */
  enter(visit: Visit): Promise<Entered>
  /** The colour scheme of a preview of a draft, whose pages have no effect; undefined for contacts. */
  preview?: Look
}

export type Look = 'light' | 'dark'

type OwnGuide = z.output<typeof operations.readOwnGuide.output>['data']
export type Link = OwnGuide['link']
export type View = NonNullable<OwnGuide['view']>
export type Section = View['guide']['sections'][number]
export type Step = Section['steps'][number]

/** A request for a page of the player. */
export interface Visit {
  player: Player
  request: FastifyRequest
  reply: FastifyReply
}

/** A visit by an existing link, which may have ended. */
export interface LinkVisit extends Visit {
  contact: Bound
  link: Link
  i18n: I18n
  /** The path of the guide's overview, with that of the proxy before it: other pages lie below. */
  home: string
}

/** The result of entering: the state of the link, and the guide if the link is open. */
export type Entered = Pick<LinkVisit, 'contact' | 'link' | 'i18n' | 'home'> & { view: View | null }

/** A visit by an open link. */
export interface GuideVisit extends LinkVisit {
  view: View
}

export type PlayerHandler = (visit: Visit) => Promise<FastifyReply>

/** The link of a visit has ended. */
export class DeadLink extends Error {
  override readonly name = 'DeadLink'
  readonly visit: LinkVisit

  constructor(visit: LinkVisit) {
    super(`The link is ${visit.link.state}`)
    this.visit = visit
  }
}

/** Creates a handler for open links. @throws DeadLink, AppError `not_found` */
export function forGuide(handle: (visit: GuideVisit) => Promise<FastifyReply>): PlayerHandler {
  return forLink(async (visit, view) => {
    if (!view) throw new DeadLink(visit)
    return handle({ ...visit, view })
  })
}

/** Creates a handler for all existing links, including ended ones. */
export function forLink(handle: (visit: LinkVisit, view: View | null) => Promise<FastifyReply>): PlayerHandler {
  return async (visit) => {
    const { player, request } = visit
    if (request.method !== 'GET' && request.method !== 'HEAD') requireOwnPage(request)
    const { view, ...entered } = await player.enter(visit)
    // A guide can have 20,000 steps: it is read, and then rendered.
    await request.pause()
    return handle({ ...visit, ...entered }, view)
  }
}

/** Enters by the token in the address. */
export async function enterByLink(visit: Visit): Promise<Entered> {
  const { player, request } = visit
  // The routes have the parameter in their path.
  const { token } = request.params as { token: string }
  const contact = await contactOf(visit, token)
  const { link, view } = (await contact.invoke(operations.readOwnGuide, {})).data
  return { contact, link, view, i18n: i18nOf(visit, link), home: `${player.base}/g/${token}` }
}

/** Matches all issued tokens, and longer ones. */
const TOKEN = /^[\w-]{1,100}$/

/** @throws AppError `not_found` for unknown tokens, `rate_limited` */
async function contactOf({ player, request }: Visit, token: string): Promise<Bound> {
  try {
    if (!TOKEN.test(token)) throw new AppError('not_found', 'There is no such link')
    const contact = boundFrom(await player.handrail.asContact(token), request)
    await player.limits.countLink(contact.context.caller)
    return contact
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') await player.limits.countMiss(request)
    throw error
  }
}

/** The language of a page: that of the contact, if the link is known. */
export function i18nOf({ player, request }: Visit, link?: Link): I18n {
  const byDefault = link?.workspace.default_language ?? 'en'
  const { language, locale } = chooseLanguage(link?.language ?? null, request.headers['accept-language'], byDefault)
  return player.i18nOf(language, locale)
}

/**
 * Refuses requests from pages of other sites, as a second barrier: such a page would need the address, which is the only
 * credential. There is no cookie, and browsers send no origin from pages without referrer, so only this header can tell.
 * @throws AppError `forbidden`
 */
function requireOwnPage({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site === undefined || site === 'same-origin') return
  throw new AppError('forbidden', 'This form was not sent from a page of this site')
}
