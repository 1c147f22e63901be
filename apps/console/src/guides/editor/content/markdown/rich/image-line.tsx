import { Trash2 } from 'lucide-react'
import { Button } from '../../../../../parts/button.tsx'
import { TextField } from '../../../../../parts/form/field.tsx'
import { useWords } from '../../../../../words/words.ts'

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
