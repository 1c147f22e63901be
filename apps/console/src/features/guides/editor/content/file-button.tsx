import { Upload } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Data } from '../../../../api/operations.ts'
import { Button } from '../../../../components/button.tsx'
import { useUpload } from './use-upload.ts'

interface FileButtonProps {
  text: string
  hint: string
  /** The `accept` attribute of the file input. */
  accept: string
  onUploaded(media: Data<'uploadMedia'>): void
}

/** A button that uploads a file for the guide. The result is announced. */
export function FileButton({ text, hint, accept, onUploaded }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const described = useId()
  const upload = useUpload(onUploaded)
  return (
    <div className="field">
      <div>
        <Button busy={upload.isBusy} aria-describedby={described} onClick={() => input.current?.click()}>
          <Upload className="icon" aria-hidden />
          {text}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={text}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.send(file)
          // So that the same can be chosen again.
          target.value = ''
        }}
      />
      <span className="hint" id={described}>
        {hint}
      </span>
      <p role="status" className={upload.isRefused ? 'error' : 'hint'}>
        {upload.says}
      </p>
    </div>
  )
}
