import { useContext } from 'react'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import { BASE } from '../../../../base-path.ts'
import { CopyButton } from '../../../../components/copy.tsx'
import { Dialog } from '../../../../components/dialog/dialog.tsx'
import { QrCode } from '../../../../components/qr-code.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import './preview.css'

/** A QR code with the address of a guide's trial, which requires signing in. */
export function OnMyPhone({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useI18n()
  const path = `/w/${useContext(WorkspaceId)}/guides/${id}/try`
  const address = `${window.location.origin}${BASE}/sign-in?return_to=${encodeURIComponent(path)}`
  return (
    <Dialog title={t('preview.on_my_phone')} onClose={onClose}>
      <div className="body stack">
        <p>{t('preview.scan')}</p>
        <QrCode text={address} label={t('preview.code')} />
        <p className="soft">{t('preview.sign_in_there')}</p>
        <CopyButton text={address} label={t('preview.copy_address')} />
      </div>
    </Dialog>
  )
}
