import type { CSSProperties, RefObject } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { usePreview } from './use-preview.ts'

type Shown = ReturnType<typeof usePreview>

/** Where the player's page is put in. Before its first page is, it shows where the guide begins: nobody sees that. */
export function PreviewFrame({
  frame,
  shown: { src, isReady, fault, onLoad },
  style,
}: {
  frame: RefObject<HTMLIFrameElement | null>
  shown: Shown
  style?: CSSProperties
}) {
  const { t } = useI18n()
  return (
    <iframe
      key={src}
      ref={frame}
      src={src}
      title={t('preview.frame')}
      className={isReady || fault ? undefined : 'early'}
      onLoad={onLoad}
      style={style}
    />
  )
}

/** Says why what is shown is not what is being written. */
export function PreviewFault({ shown: { fault } }: { shown: Shown }) {
  const { t } = useI18n()
  return (
    <p role="status" className={fault ? 'hint' : 'unseen'}>
      {fault && t(`preview.${fault}`)}
    </p>
  )
}
