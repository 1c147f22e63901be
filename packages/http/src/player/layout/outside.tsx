import type { ComponentChildren } from 'preact'
import { queryOf } from '../../pages/visit/handler.ts'
import { pathOf } from '../guide.ts'
import type { Framed } from '../media/hosts.ts'
import type { StepVisit } from '../steps/step-page.ts'
import { Icon, type IconName } from './icons.tsx'

/** Whether the reader has asked for what comes from another site: nothing is loaded from there before. */
export function isShown({ request }: StepVisit): boolean {
  return queryOf(request, 'show') === '1'
}

interface FrameProps {
  visit: StepVisit
  framed: Framed
  /** The permissions of the frame besides running its own scripts. */
  may: string
}

export function Frame({ visit: { placed }, framed, may }: FrameProps) {
  return (
    <iframe
      class="frame"
      id="shown"
      src={framed.src}
      title={placed.step.title}
      sandbox={`allow-scripts allow-same-origin ${may}`}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media; clipboard-write"
      // Players refuse pages that do not say where they are; the path, which is a credential, they are not told.
      referrerpolicy="strict-origin"
    />
  )
}

interface OfferProps {
  visit: StepVisit
  icon: IconName
  text: string
  button: string
}

/** In place of what comes from another site, until the reader asks for it. */
export function Offer({ visit: { home, placed }, icon, text, button }: OfferProps) {
  return (
    <div class="offer">
      <a class="go" href={`${pathOf(home, placed.step)}?show=1#shown`}>
        <Icon name={icon} /> {button}
      </a>
      <p>{text}</p>
    </div>
  )
}

/** A link out, in a window of its own. */
export function WayOut({ address, note, children }: { address: string; note: string; children: ComponentChildren }) {
  return (
    <div class="out">
      <a class="go side" href={address} target="_blank" rel="noopener noreferrer">
        {children} <Icon name="external" />
      </a>
      <p>{note}</p>
    </div>
  )
}
