import {
  Bold,
  Code,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Lightbulb,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  SquareCode,
  Table,
  TextQuote,
} from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../../../../../components/button.tsx'
import { useI18n } from '../../../../../i18n/i18n.ts'
import { TEXT_ACTIONS, type TextAction } from './text-actions.ts'

const ICONS: Record<TextAction, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  heading: Heading2,
  subheading: Heading3,
  list: List,
  numbered_list: ListOrdered,
  tip: Lightbulb,
  quote: TextQuote,
  code: SquareCode,
  divider: Minus,
  table: Table,
  link: Link,
}

interface MarkdownBarProps {
  /** The file input for images. */
  input: RefObject<HTMLInputElement | null>
  isSource: boolean
  onSource(isSource: boolean): void
  onAct(action: TextAction): void
  onImage(files: FileList): void
}

/** The toolbar of a text: actions on the selection, and the choice of the view. */
export function MarkdownBar({ input, isSource, onSource, onAct, onImage }: MarkdownBarProps) {
  const { t } = useI18n()
  const button = (Icon: LucideIcon, text: string, act: () => void, pressed?: boolean) => (
    <Button
      key={text}
      look="bare"
      square
      title={text}
      aria-label={text}
      aria-pressed={pressed}
      // The selection is kept.
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      <Icon className="icon" aria-hidden />
    </Button>
  )
  return (
    <div role="toolbar" aria-label={t('editor.formatting')} className="row wrap">
      {TEXT_ACTIONS.map((action) => button(ICONS[action], t(`editor.${action}`), () => onAct(action)))}
      {button(ImagePlus, t('editor.image'), () => input.current?.click())}
      {button(Code, t('editor.source'), () => onSource(!isSource), isSource)}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={t('editor.image')}
        onChange={({ target }) => {
          if (target.files) onImage(target.files)
          target.value = ''
        }}
      />
    </div>
  )
}
