import { Frame, isShown, Offer, WayOut } from '../layout/outside.tsx'
import { StepText } from '../layout/prose.tsx'
import { embedOf, plainHost } from '../media/hosts.ts'
import { finishByButton } from './done.ts'
import type { StepPage, StepVisit } from './step-page.ts'

/** A page of another site, in a frame if its host is on the list. */
export const embed: StepPage = {
  body: (visit) => (
    <>
      <StepText visit={visit} step={visit.placed.step} />
      <Embedded visit={visit} />
    </>
  ),
  post: finishByButton,
  frames(visit) {
    const found = framedOf(visit)
    return found && isShown(visit) ? [found.origin] : []
  },
}

function framedOf({ player, placed }: StepVisit) {
  const { url } = placed.step.content
  return url === undefined ? undefined : embedOf(url, player.handrail.settings.embedHosts)
}

function Embedded({ visit }: { visit: StepVisit }) {
  const { i18n, placed } = visit
  const address = placed.step.content.url
  // Only in the preview of a draft.
  if (address === undefined) return null
  const found = framedOf(visit)
  if (!found)
    return (
      <WayOut address={address} note={i18n.t('opens_new')}>
        {i18n.t('open_at', { host: plainHost(address) })}
      </WayOut>
    )
  if (isShown(visit))
    return <Frame visit={visit} framed={found} may="allow-forms allow-popups allow-popups-to-escape-sandbox" />
  return <Offer visit={visit} icon="app" text={i18n.t('shows_from', { host: found.host })} button={i18n.t('show')} />
}
