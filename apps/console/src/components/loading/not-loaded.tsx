import { useLayoutEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

interface NotLoadedProps {
  retry(): void
  onClose(): void
}

/** A message in place of a part of the console that could not be loaded. The library's dialog may be that part: this one is the browser's. */
export function NotLoaded({ retry, onClose }: NotLoadedProps) {
  const { t } = useI18n()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // This returns the focus; removing the element would not.
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} className="dialog native" aria-labelledby="not-loaded" onCancel={onClose}>
      <div className="dialog-head">
        <h2 id="not-loaded">{t('fault.not_loaded')}</h2>
      </div>
      <p className="body">{t('problem.part_text')}</p>
      <div className="foot">
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button onClick={() => window.location.reload()}>{t('problem.reload')}</Button>
        <Button look="main" onClick={retry}>
          {t('common.again')}
        </Button>
      </div>
    </dialog>
  )
}
