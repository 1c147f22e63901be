import type { CSSProperties, RefObject } from 'react'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { usePreview } from './use-preview.ts'

type Shown = ReturnType<typeof usePreview>

/** The frame for the pages of the player. Until the first page, it has the start of the guide and is hidden. */
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

/** The reason why the preview does not show the current draft. */
export function PreviewFault({ shown: { fault } }: { shown: Shown }) {
  const { t } = useI18n()
  return (
    <p role="status" className={fault ? 'hint' : 'unseen'}>
      {fault && t(`preview.${fault}`)}
    </p>
  )
}
