import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Field } from '../../../../parts/form/field.tsx'
import { useWords } from '../../../../words/words.ts'
import { useUpload } from '../use-upload.ts'
import { hasStructure, markdownOf } from './from-page.ts'
import { MarkdownBar } from './markdown-bar.tsx'
import { changed, marked, pictured, type Replacement, type Selected } from './replacements.ts'

interface MarkdownFieldProps {
  label: string
  hint: string
  rows: number
  value: string
  wrong?: string | undefined
  onChange(value: string): void
}

/** A text in Markdown, as it is kept, with what helps to write it. What nobody changes stays as it is, to the last space. */
export function MarkdownField({ label, hint, rows, value, wrong, onChange }: MarkdownFieldProps) {
  const { say } = useWords()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isOther, setOther] = useState(false)

  function replace(by: (selected: Selected) => Replacement): void {
    const { current } = area
    if (!current) return
    const { start, end, by: text, select } = by(selectedIn(current))
    current.focus()
    current.setSelectionRange(start, end)
    // The one way by which the browser's own undo knows of it.
    if (text === '') document.execCommand('delete')
    else document.execCommand('insertText', false, text)
    current.setSelectionRange(...select)
  }

  const upload = useUpload((media) => replace((selected) => pictured(selected, media)))
  function send(files: FileList): void {
    const [first] = [...files].filter(({ type }) => type.startsWith('image/'))
    setOther(first === undefined)
    if (first) upload.send(first)
  }

  function paste(event: ClipboardEvent): void {
    const { files } = event.clipboardData
    const html = event.clipboardData.getData('text/html')
    if (html === '' && files.length > 0) {
      event.preventDefault()
      send(files)
    } else if (hasStructure(html)) {
      event.preventDefault()
      void markdownOf(html).then((by) =>
        replace(({ start, end }) => ({ start, end, by, select: [start + by.length, start + by.length] })),
      )
    }
  }

  function drop(event: DragEvent): void {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    send(event.dataTransfer.files)
  }

  function press(event: KeyboardEvent): void {
    const mark = { b: '**', i: '*' }[event.key]
    if (mark === undefined || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    replace((selected) => marked(selected, mark))
  }

  return (
    <div className="stack close">
      <Field label={label} hint={hint} wrong={wrong}>
        {(own) => (
          <div className="markdown">
            <MarkdownBar controls={own.id} replace={replace} onImage={send} />
            <textarea
              ref={area}
              className="input"
              rows={rows}
              {...own}
              value={value}
              onChange={({ target }) => onChange(changed(value, target.value))}
              onKeyDown={press}
              onPaste={paste}
              onDragOver={(event) => event.preventDefault()}
              onDrop={drop}
            />
          </div>
        )}
      </Field>
      <p role="status" className={upload.isRefused || isOther ? 'error' : 'hint'}>
        {isOther ? say('editor.only_images') : upload.says}
      </p>
    </div>
  )
}

function selectedIn({ value: text, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement): Selected {
  return { text, start, end }
}
