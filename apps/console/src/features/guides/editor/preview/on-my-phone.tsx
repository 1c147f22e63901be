import { useContext } from 'react'
import { encode } from 'uqr'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import { BASE } from '../../../../base-path.ts'
import { CopyButton } from '../../../../components/copy.tsx'
import { Dialog } from '../../../../components/dialog/dialog.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import './preview.css'

/** Modules of light around the code, which readers need (ISO/IEC 18004 section 6.3.8). */
const QUIET_ZONE = 4

/** A QR code with the address of a guide's trial, which requires signing in. */
export function OnMyPhone({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useI18n()
  const path = `/w/${useContext(WorkspaceId)}/guides/${id}/try`
  const address = `${window.location.origin}${BASE}/sign-in?return_to=${encodeURIComponent(path)}`
  const { data, size } = encode(address, { border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isOn, x) => (isOn ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Dialog title={t('preview.on_my_phone')} onClose={onClose}>
      <div className="body stack">
        <p>{t('preview.scan')}</p>
        <svg
          className="phone-code"
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={t('preview.code')}
          shapeRendering="crispEdges"
        >
          <path fill="#000" d={dark.join('')} />
        </svg>
        <p className="soft">{t('preview.sign_in_there')}</p>
        <CopyButton text={address} label={t('preview.copy_address')} />
      </div>
    </Dialog>
  )
}
