import type { OutputOf, operations } from '@handrail/core'
import { renderPage } from '../answer.ts'
import { brandStyle } from '../brand/colours.ts'
import { findStep } from '../guide.ts'
import { chooseLanguage } from '../i18n/choose-language.ts'
import { OverviewPage } from '../pages/overview.tsx'
import { WholeStep } from '../pages/step.tsx'
import { inLook } from '../style/look.ts'
import { STYLE } from '../style/style.ts'
import type { GuideVisit, Look, Player, Visit } from '../visit.ts'
import { withImages, withoutAddresses } from './without-addresses.ts'

type Draft = Pick<OutputOf<typeof operations.showGuideDraft>['data'], 'link' | 'view' | 'step_id'>

/** A page of the player that loads nothing, and its style sheet in light and dark. */
interface DrawnPage {
  html: string
  styles: Record<Look, string>
}

/** Draws a page of a draft for a frame that runs nothing and asks no network: a step, or else the overview. */
export async function drawDraftPage(player: Player, { link, view, step_id }: Draft): Promise<DrawnPage> {
  const visitor = player.handrail.asVisitor('')
  const { language, locale } = chooseLanguage(link.language, undefined, link.workspace.default_language)
  const visit: GuideVisit = {
    ...REQUESTED,
    player: { ...player, preview: 'light' },
    contact: visitor,
    i18n: player.i18nOf(language, locale),
    home: '/g',
    link,
    view,
  }
  const placed = step_id === null ? undefined : findStep(view, step_id)
  const page = placed ? <WholeStep visit={{ ...visit, placed }} /> : <OverviewPage visit={visit} />
  const html = await withImages(withoutAddresses(await renderPage(player, page, () => visitor)), player, visitor)
  const { colour } = link.workspace
  const style = colour === null ? STYLE : STYLE + brandStyle(colour)
  return { html: `<!doctype html>${html}`, styles: { light: inLook(style, 'light'), dark: inLook(style, 'dark') } }
}

/** Drawing a page reads no more of a request, and nothing of a reply. */
const REQUESTED = {
  request: { method: 'GET', url: '', query: {}, params: {}, headers: {} },
} as unknown as Pick<Visit, 'request' | 'reply'>
