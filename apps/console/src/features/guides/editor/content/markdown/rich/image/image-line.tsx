import { Trash2 } from 'lucide-react'
import { Button } from '../../../../../../../components/button.tsx'
import { TextField } from '../../../../../../../components/form/field.tsx'
import { useWords } from '../../../../../../../i18n/i18n.ts'

interface ImageLineProps {
  alt: string
  onDescribe(alt: string): void
  onRemove(): void
}

/** What can be said of the image that is selected. */
export function ImageLine({ alt, onDescribe, onRemove }: ImageLineProps) {
  const { say } = useWords()
  return (
    <div className="row image-line">
      <TextField label={say('editor.describe_image')} value={alt} maxLength={300} onChange={onDescribe} />
      <Button danger onClick={onRemove}>
        <Trash2 className="icon" aria-hidden />
        {say('editor.remove_image')}
      </Button>
    </div>
  )
}
