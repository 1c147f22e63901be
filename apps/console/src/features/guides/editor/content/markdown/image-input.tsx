import type { RefObject } from 'react'
import { useI18n } from '../../../../../i18n/i18n.ts'

interface ImageInputProps {
  input: RefObject<HTMLInputElement | null>
  onFiles(files: FileList): void
}

/** The file input for the images of a text, opened by its buttons. */
export function ImageInput({ input, onFiles }: ImageInputProps) {
  const { t } = useI18n()
  return (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      accept="image/png,image/jpeg,image/webp,image/gif"
      aria-label={t('editor.image')}
      onChange={({ target }) => {
        if (target.files) onFiles(target.files)
        target.value = ''
      }}
    />
  )
}
