import { useEffect } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

/** In place of a dialog that is loading. It says so if that takes long, and does not take the focus. */
export function LoadingDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [onClose])
  return (
    <>
      <div className="scrim" />
      <div className="dialog-place">
        <div className="dialog loading" role="status">
          <p className="body">{t('common.loading')}</p>
          <div className="foot">
            <Button onClick={onClose}>{t('common.cancel')}</Button>
          </div>
        </div>
      </div>
    </>
  )
}
