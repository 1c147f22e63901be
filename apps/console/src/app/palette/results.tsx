import { Avatar } from '../../components/avatar.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { PaletteGroup, PaletteItem } from '../../workspace/palette/palette-item.ts'

interface ResultsProps {
  /** The id of the list. */
  list: string
  groups: readonly PaletteGroup[]
  typed: string
  chosen: PaletteItem | undefined
  onPoint(item: PaletteItem): void
  onOpen(item: PaletteItem, inTab: boolean): void
}

/** The results, by kind. */
export function Results({ list, groups, typed, chosen, onPoint, onOpen }: ResultsProps) {
  const { t } = useI18n()
  const all = groups.flatMap(({ items }) => items)
  return (
    <div role="listbox" id={list} aria-label={t('palette.results')}>
      {groups.map(({ title, items }, index) => (
        <div key={title}>
          <div className="soft group-title" id={`${list}-group-${index}`} aria-hidden="true">
            {title}
          </div>
          {items.map((one) => (
            <Option
              key={one.id}
              id={`${list}-${all.indexOf(one)}`}
              group={`${list}-group-${index}`}
              item={one}
              typed={typed}
              isChosen={one === chosen}
              onPoint={() => onPoint(one)}
              onOpen={(inTab) => onOpen(one, inTab)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  /** The id of the title of its group. */
  group: string
  item: PaletteItem
  typed: string
  isChosen: boolean
  onPoint(): void
  onOpen(inTab: boolean): void
}

function Option({ id, group, item, typed, isChosen, onPoint, onOpen }: OptionProps) {
  const { text, hint, aside, status, record, keys = [] } = item
  return (
    <button
      type="button"
      role="option"
      id={id}
      aria-describedby={group}
      tabIndex={-1}
      aria-selected={isChosen}
      aria-keyshortcuts={record && 'ArrowRight'}
      className="option"
      onMouseMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <Mark item={item} />
      <span className="grow">
        <Highlighted text={text} typed={typed} />{' '}
        {hint && (
          <span className="soft">
            <Highlighted text={hint} typed={typed} />
          </span>
        )}
      </span>
      {aside && <span className="soft num">{aside}</span>}
      {status && <span className="soft wide-only">{status}</span>}
      <span className="row wide-only" aria-hidden>
        {isChosen && !record && <kbd>Enter</kbd>}
        {!isChosen && keys.map((key) => <kbd key={key}>{key}</kbd>)}
        {record && <kbd>→</kbd>}
      </span>
    </button>
  )
}

function Mark({ item: { icon: Icon, text } }: { item: PaletteItem }) {
  if (Icon === 'person' || Icon === 'organisation') return <Avatar name={text} place={Icon === 'organisation'} />
  return <Icon className="icon" aria-hidden />
}

/** A text with the typed words in bold. */
function Highlighted({ text, typed }: { text: string; typed: string }) {
  const words = typed.split(/\s+/).filter(Boolean).map(escaped)
  if (words.length === 0) return text
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'giu'))
  // Every other part is a typed word; parts never change their order.
  return parts.map((part, place) => (place % 2 === 1 ? <b key={place}>{part}</b> : part))
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
