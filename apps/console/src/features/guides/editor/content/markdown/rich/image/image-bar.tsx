import { ImageUp, Text, Trash2 } from 'lucide-react'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../../../../../components/button.tsx'
import { TextField } from '../../../../../../../components/form/field.tsx'
import { useI18n } from '../../../../../../../i18n/i18n.ts'
import type { ChosenImage } from './chosen-image.ts'

interface ImageBarProps {
  image: ChosenImage
  view: EditorView
  onReplace(): void
  onDescribe(alt: string): void
  onRemove(): void
}

/** The toolbar over the selected image. */
export function ImageBar({ image, view, onReplace, onDescribe, onRemove }: ImageBarProps) {
  const { t } = useI18n()
  const [isDescribing, setDescribing] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bar.current) place(bar.current, image, view)
  })
  const close = (event: KeyboardEvent) => {
    if (!['Enter', 'Escape'].includes(event.key)) return
    event.preventDefault()
    setDescribing(false)
    view.focus()
  }
  return (
    <div ref={bar} className="pop image-bar" role="toolbar" aria-label={t('editor.picture')}>
      {isDescribing ? (
        // Whoever asked for the field writes in it.
        <TextField
          label={t('editor.describe_image')}
          value={image.alt}
          maxLength={300}
          autoFocus
          onKeyDown={close}
          onChange={onDescribe}
        />
      ) : (
        <>
          <Button look="bare" onClick={onReplace}>
            <ImageUp className="icon" aria-hidden />
            {t('editor.replace_image')}
          </Button>
          <Button look="bare" onClick={() => setDescribing(true)}>
            <Text className="icon" aria-hidden />
            {t('editor.describe')}
          </Button>
          <Button
            look="bare"
            danger
            square
            title={t('editor.remove_image')}
            aria-label={t('editor.remove_image')}
            onClick={onRemove}
          >
            <Trash2 className="icon" aria-hidden />
          </Button>
        </>
      )}
    </div>
  )
}

/** Places the bar on the upper edge of the image, in its middle as far as there is room. */
function place(bar: HTMLElement, { at }: ChosenImage, view: EditorView): void {
  const node = view.nodeDOM(at)
  const box = view.dom.getBoundingClientRect()
  const image = node instanceof HTMLElement ? node.getBoundingClientRect() : box
  const middle = image.left - box.left + (image.width - bar.offsetWidth) / 2
  bar.style.left = `${Math.max(0, Math.min(middle, box.width - bar.offsetWidth))}px`
  bar.style.top = `${image.top - box.top - bar.offsetHeight / 2}px`
}
