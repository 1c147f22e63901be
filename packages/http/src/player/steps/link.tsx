import { WayOut } from '../layout/outside.tsx'
import { StepText } from '../layout/prose.tsx'
import { plainHost } from '../media/hosts.ts'
import { finishByButton } from './done.ts'
import type { StepPage } from './step-page.ts'

/** A link to another site. */
export const link: StepPage = {
  body(visit) {
    const { i18n, placed } = visit
    // Only a step in the preview of a draft has no address.
    const { url: address, button_label } = placed.step.content
    return (
      <>
        <StepText visit={visit} step={placed.step} />
        {address !== undefined && (
          <WayOut address={address} note={i18n.t('opens_new')}>
            {button_label ? <bdi>{button_label}</bdi> : i18n.t('open_at', { host: plainHost(address) })}
          </WayOut>
        )}
      </>
    )
  },
  post: finishByButton,
}
