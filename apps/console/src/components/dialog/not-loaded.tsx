import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

/** A message in place of a part of the console that could not be loaded. */
export function NotLoaded({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  return (
    <Dialog title={t('fault.not_loaded')} onClose={onClose}>
      <p className="body">{t('problem.part_text')}</p>
      <div className="foot">
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button look="main" onClick={() => window.location.reload()}>
          {t('problem.reload')}
        </Button>
      </div>
    </Dialog>
  )
}
