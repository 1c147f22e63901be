import { Frame, isShown, Offer, WayOut } from '../layout/outside.tsx'
import { StepText } from '../layout/prose.tsx'
import { plainHost } from '../media/hosts.ts'
import { captionsOf, videoOf } from '../media/videos.ts'
import { finishByButton } from './done.ts'
import type { StepPage, StepVisit } from './step-page.ts'

/** A video. The reader confirms by the button that it was watched. */
export const video: StepPage = {
  body: (visit) => (
    <>
      <Film visit={visit} />
      <StepText visit={visit} step={visit.placed.step} />
    </>
  ),
  post: finishByButton,
  frames(visit) {
    const found = filmOf(visit)
    return found?.kind === 'frame' && isShown(visit) ? [found.origin] : []
  },
}

function filmOf({ player, placed }: StepVisit) {
  const { url } = placed.step.content
  return url === undefined ? undefined : videoOf(url, player.handrail.settings.publicUrl)
}

function Film({ visit }: { visit: StepVisit }) {
  const { i18n, placed } = visit
  const address = placed.step.content.url
  // Only in the preview of a draft.
  if (address === undefined) return null
  const found = filmOf(visit)
  if (!found)
    return (
      <WayOut address={address} note={i18n.t('opens_new')}>
        {i18n.t('watch_at', { host: plainHost(address) })}
      </WayOut>
    )
  if (found.kind === 'file') return <OwnFilm visit={visit} src={found.src} />
  if (isShown(visit)) return <Frame visit={visit} framed={found} may="allow-presentation allow-popups" />
  return <Offer visit={visit} icon="play" text={i18n.t('plays_from', { host: found.host })} button={i18n.t('play')} />
}

/** A video of our own, and what it says as text, where somebody has written that down. */
function OwnFilm({ visit: { player, placed, i18n }, src }: { visit: StepVisit; src: string }) {
  const { captions } = placed.step.content
  const text = captions ? captionsOf(captions.url, player.handrail.settings.publicUrl) : undefined
  const film = { class: 'frame', controls: true, preload: 'metadata', src } as const
  if (text === undefined) return <video {...film} />
  return (
    <video {...film}>
      <track default kind="captions" src={text} label={captions?.label ?? i18n.t('captions')} />
    </video>
  )
}
