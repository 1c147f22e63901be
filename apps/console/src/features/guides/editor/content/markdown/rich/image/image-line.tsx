import { Trash2 } from 'lucide-react'
import { Button } from '../../../../../../../components/button.tsx'
import { TextField } from '../../../../../../../components/form/field.tsx'
import { useI18n } from '../../../../../../../i18n/i18n.ts'

interface ImageLineProps {
  alt: string
  onDescribe(alt: string): void
  onRemove(): void
}

/** The line with the alternative text of the selected image. */
export function ImageLine({ alt, onDescribe, onRemove }: ImageLineProps) {
  const { t } = useI18n()
  return (
    <div className="row image-line">
      <TextField label={t('editor.describe_image')} value={alt} maxLength={300} onChange={onDescribe} />
      <Button danger onClick={onRemove}>
        <Trash2 className="icon" aria-hidden />
        {t('editor.remove_image')}
      </Button>
    </div>
  )
}
