import { Bold, Heading2, ImagePlus, Italic, Link, List, ListOrdered, type LucideIcon, TextQuote } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { useWords } from '../../../../words/words.ts'
import { begun, linked, marked, type Replacement, type Selected } from './replacements.ts'

interface MarkdownBarProps {
  /** The id of the field that it changes. */
  controls: string
  replace(by: (selected: Selected) => Replacement): void
  onImage(files: FileList): void
}

/** What can be done with what is selected. */
export function MarkdownBar({ controls, replace, onImage }: MarkdownBarProps) {
  const { say } = useWords()
  const input = useRef<HTMLInputElement>(null)
  const act = (Icon: LucideIcon, text: string, by: (selected: Selected) => Replacement) => (
    <Button look="bare" square title={text} aria-label={text} onClick={() => replace(by)}>
      <Icon className="icon" aria-hidden />
    </Button>
  )
  return (
    <div role="toolbar" aria-label={say('editor.formatting')} aria-controls={controls} className="row">
      {act(Bold, say('editor.bold'), (selected) => marked(selected, '**'))}
      {act(Italic, say('editor.italic'), (selected) => marked(selected, '*'))}
      {act(Heading2, say('editor.heading'), (selected) => begun(selected, () => '## '))}
      {act(List, say('editor.list'), (selected) => begun(selected, () => '- '))}
      {act(ListOrdered, say('editor.numbered_list'), (selected) => begun(selected, (line) => `${line + 1}. `))}
      {act(TextQuote, say('editor.quote'), (selected) => begun(selected, () => '> '))}
      {act(Link, say('editor.link'), (selected) => linked(selected, say('editor.link')))}
      <Button
        look="bare"
        square
        title={say('editor.image')}
        aria-label={say('editor.image')}
        onClick={() => input.current?.click()}
      >
        <ImagePlus className="icon" aria-hidden />
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={say('editor.image')}
        onChange={({ target }) => {
          if (target.files) onImage(target.files)
          target.value = ''
        }}
      />
    </div>
  )
}
