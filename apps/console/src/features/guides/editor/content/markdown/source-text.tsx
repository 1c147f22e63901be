import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useImperativeHandle,
  useRef,
} from 'react'
import { useSteadyCaret } from '../../../../../components/form/steady-caret.ts'
import { hasStructure, isPicture, markdownOf } from './from-page.ts'
import { changed, marked, type Replacement, type Selected } from './replacements.ts'

/** The handle for the buttons around the text. */
export interface SourceHandle {
  replace(by: (selected: Selected) => Replacement): void
}

interface SourceTextProps {
  handle: RefObject<SourceHandle | null>
  rows: number
  attributes: Record<string, string>
  value: string
  onChange(value: string): void
  onFiles(files: FileList): boolean
}

/** The source of a Markdown text. Unchanged parts stay the same to the last space. */
export function SourceText({ handle, rows, attributes, value, onChange, onFiles }: SourceTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  useSteadyCaret(area, value)

  function replace(by: (selected: Selected) => Replacement): void {
    const { current } = area
    if (!current) return
    const { value: text, selectionStart, selectionEnd } = current
    const { start, end, by: put, select } = by({ text, start: selectionStart, end: selectionEnd })
    current.focus()
    current.setSelectionRange(start, end)
    // The one way by which the browser's own undo knows of it.
    if (put === '') document.execCommand('delete')
    else document.execCommand('insertText', false, put)
    current.setSelectionRange(...select)
  }
  useImperativeHandle(handle, () => ({ replace }))

  function paste(event: ClipboardEvent): void {
    const { files } = event.clipboardData
    const html = event.clipboardData.getData('text/html')
    if ((html === '' || isPicture(html)) && files.length > 0) {
      event.preventDefault()
      onFiles(files)
    } else if (hasStructure(html)) {
      event.preventDefault()
      void markdownOf(html).then((by) =>
        replace(({ start, end }) => ({ start, end, by, select: [start + by.length, start + by.length] })),
      )
    }
  }

  function drop(event: DragEvent): void {
    if (onFiles(event.dataTransfer.files)) event.preventDefault()
  }

  function press(event: KeyboardEvent): void {
    const mark = { b: '**', i: '*' }[event.key]
    if (mark === undefined || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    replace((selected) => marked(selected, mark))
  }

  return (
    <textarea
      ref={area}
      className="input"
      rows={rows}
      {...attributes}
      value={value}
      onChange={({ target }) => onChange(changed(value, target.value))}
      onKeyDown={press}
      onPaste={paste}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    />
  )
}
