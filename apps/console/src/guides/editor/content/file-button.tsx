import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useContext, useId, useRef } from 'react'
import { WorkspaceId } from '../../../app/workspace.ts'
import { useFault } from '../../../door/fault.ts'
import type { Data } from '../../../door/operations.ts'
import { uploadMedia } from '../../../door/upload.ts'
import { Button } from '../../../parts/button.tsx'
import { useWords } from '../../../words/words.ts'

interface FileButtonProps {
  text: string
  hint: string
  /** As a file input has it. */
  accept: string
  onUploaded(media: Data<'uploadMedia'>): void
}

/** Uploads a file that the guide shows. What came of it is read out. */
export function FileButton({ text, hint, accept, onUploaded }: FileButtonProps) {
  const { say } = useWords()
  const workspace = useContext(WorkspaceId)
  const input = useRef<HTMLInputElement>(null)
  const described = useId()
  const upload = useMutation({
    meta: { shown: true },
    mutationFn: (file: File) => uploadMedia(file, workspace),
    onSuccess: ({ data }) => onUploaded(data),
  })
  const fault = useFault(upload.error)
  return (
    <div className="field">
      <div>
        <Button busy={upload.isPending} aria-describedby={described} onClick={() => input.current?.click()}>
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
          if (file) upload.mutate(file)
          // So that the same can be chosen again.
          target.value = ''
        }}
      />
      <span className="hint" id={described}>
        {hint}
      </span>
      <p role="status" className={fault ? 'error' : 'hint'}>
        {fault
          ? fault.text
          : upload.isPending
            ? say('editor.uploading')
            : upload.isSuccess
              ? say('editor.uploaded')
              : ''}
      </p>
    </div>
  )
}
