import {
  Bold,
  ImagePlus,
  Italic,
  Lightbulb,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  SquarePlay,
  Table,
} from 'lucide-react'
import { Button } from '../../../../../components/button.tsx'
import { useI18n } from '../../../../../i18n/i18n.ts'
import { BLOCK_KINDS, type BlockKind, type Format, type TextAction } from './text-actions.ts'

/** The buttons in groups. The other actions are kinds of paragraphs, or in the menu of the slash. */
const GROUPS: readonly (readonly (readonly [action: TextAction, icon: LucideIcon])[])[] = [
  [
    ['bold', Bold],
    ['italic', Italic],
    ['link', Link],
  ],
  [
    ['list', List],
    ['numbered_list', ListOrdered],
    ['tip', Lightbulb],
    ['table', Table],
  ],
]

interface MarkdownBarProps {
  /** The formatting at the cursor; undefined in the source. */
  format: Format | undefined
  isSource: boolean
  onSource(isSource: boolean): void
  onAct(action: TextAction): void
  onImage(): void
  onVideo: (() => void) | undefined
}

/** The toolbar of a text: the kind of the paragraph, actions on the selection, and the choice of the view. */
export function MarkdownBar({ format, isSource, onSource, onAct, onImage, onVideo }: MarkdownBarProps) {
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
  const choose = (chosen: string) => {
    const block = BLOCK_KINDS.find((one) => one === chosen)
    if (block) onAct(block)
  }
  return (
    <div role="toolbar" aria-label={t('editor.formatting')} className="markdown-bar">
      <BlockChoice value={format?.block ?? 'paragraph'} onChoose={choose} />
      {GROUPS.map((group) => (
        <span key={group[0]?.[0]} className="group">
          {group.map(([action, icon]) =>
            button(icon, t(`editor.${action}`), () => onAct(action), format?.active.includes(action)),
          )}
        </span>
      ))}
      <span className="group">
        {button(ImagePlus, t('editor.image'), onImage)}
        {onVideo && button(SquarePlay, t('editor.video'), onVideo)}
      </span>
      <Button
        look="bare"
        className="as-source"
        title={t('editor.source')}
        aria-label={t('editor.source')}
        aria-pressed={isSource}
        onClick={() => onSource(!isSource)}
      >
        Markdown
      </Button>
    </div>
  )
}

function BlockChoice({ value, onChoose }: { value: BlockKind; onChoose(value: string): void }) {
  const { t } = useI18n()
  return (
    <select
      className="input"
      aria-label={t('editor.block')}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      {BLOCK_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {t(`editor.${kind}`)}
        </option>
      ))}
    </select>
  )
}
