import { Avatar } from '../../components/avatar.tsx'
import { LatestStatus } from '../../features/contacts/latest-enrollment.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { Group, PaletteItem } from '../../workspace/palette/palette-item.ts'

interface ResultsProps {
  /** The id of the list. */
  list: string
  groups: readonly Group[]
  typed: string
  chosen: PaletteItem | undefined
  onPoint(found: PaletteItem): void
  onOpen(found: PaletteItem, inTab: boolean): void
}

/** What was found, kind by kind. */
export function Results({ list, groups, typed, chosen, onPoint, onOpen }: ResultsProps) {
  const { t } = useI18n()
  const all = groups.flatMap(({ found }) => found)
  return (
    <div role="listbox" id={list} aria-label={t('palette.results')}>
      {groups.map(({ title, found }, index) => (
        <div key={title}>
          <div className="soft group-title" id={`${list}-group-${index}`} aria-hidden="true">
            {title}
          </div>
          {found.map((one) => (
            <Option
              key={one.id}
              id={`${list}-${all.indexOf(one)}`}
              group={`${list}-group-${index}`}
              found={one}
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
  /** The id of what tells of which kind it is. */
  group: string
  found: PaletteItem
  typed: string
  isChosen: boolean
  onPoint(): void
  onOpen(inTab: boolean): void
}

function Option({ id, group, found, typed, isChosen, onPoint, onOpen }: OptionProps) {
  const { text, hint, aside, of, keys = [] } = found
  return (
    <button
      type="button"
      role="option"
      id={id}
      aria-describedby={group}
      tabIndex={-1}
      aria-selected={isChosen}
      aria-keyshortcuts={of && 'ArrowRight'}
      className="option"
      onMouseMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <Mark found={found} />
      <span className="grow">
        <Highlighted text={text} typed={typed} />{' '}
        {hint && (
          <span className="soft">
            <Highlighted text={hint} typed={typed} />
          </span>
        )}
      </span>
      {aside && <span className="soft num">{aside}</span>}
      {of?.kind === 'contact' && (
        <span className="soft wide-only">
          <LatestStatus contact_id={of.contact.id} />
        </span>
      )}
      <span className="row wide-only" aria-hidden>
        {isChosen && !of && <kbd>Enter</kbd>}
        {!isChosen && keys.map((key) => <kbd key={key}>{key}</kbd>)}
        {of && <kbd>→</kbd>}
      </span>
    </button>
  )
}

function Mark({ found: { mark: Icon, text } }: { found: PaletteItem }) {
  if (Icon === 'person' || Icon === 'place') return <Avatar name={text} place={Icon === 'place'} />
  return <Icon className="icon" aria-hidden />
}

/** A text, and what of it was typed. */
function Highlighted({ text, typed }: { text: string; typed: string }) {
  const words = typed.split(/\s+/).filter(Boolean).map(escaped)
  if (words.length === 0) return text
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'giu'))
  // The parts never change their order: what was typed is every other one.
  return parts.map((part, place) => (place % 2 === 1 ? <b key={place}>{part}</b> : part))
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
