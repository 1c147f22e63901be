import { type KeyboardEvent, useContext, useId, useState } from 'react'
import { BASE } from '../../door/base.ts'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { useWords } from '../../words/words.ts'
import { useGo } from '../link.tsx'
import { WorkspaceId } from '../workspace.ts'
import type { Asked, Found, Group, Of } from './found.ts'
import { nameOf, useActions } from './use-actions.ts'
import { useFound } from './use-found.ts'
import './palette.css'

interface PaletteProps {
  onClose(): void
  /** Opens a dialog in its place. */
  onAsk(asked: Asked): void
}

/** Finds what is called like what is typed: goes there, does it, or offers what can be done with it. */
export function Palette({ onClose, onAsk }: PaletteProps) {
  const { say } = useWords()
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [of, setOf] = useState<Of>()
  const [found, actions] = [useFound(of ? '' : typed), useActions(of, typed)]
  const groups = of ? actions : found
  const all = groups.flatMap((group) => group.found)
  const chosen = Math.min(at, all.length - 1)
  const visit = useVisit()
  const open = (one: Found | undefined, inTab: boolean) => {
    if (!one) return
    if (one.asks) return onAsk(one.asks)
    if (one.place) visit(one.place, inTab)
    void one.act?.()
    onClose()
  }
  const enter = (next: Of | undefined) => {
    setOf(next)
    setTyped('')
    setAt(0)
  }
  const pressed = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const isAtEnd = field.selectionStart === field.value.length
    const into = key === 'ArrowRight' && isAtEnd ? all[chosen]?.of : undefined
    if (step !== undefined && all.length > 0) setAt((chosen + step + all.length) % all.length)
    else if (into) enter(into)
    else if (of && typed === '' && (key === 'ArrowLeft' || key === 'Backspace')) enter(undefined)
    else if (key === 'Enter') open(all[chosen], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={of ? say('palette.with', { name: nameOf(of) }) : say('palette.title')} onClose={onClose}>
      <div className="body palette">
        <input
          className="input"
          type="text"
          role="combobox"
          aria-label={say(of ? 'palette.type_action' : 'palette.type')}
          aria-expanded={all.length > 0}
          aria-controls={list}
          aria-activedescendant={all.length > 0 ? `${list}-${chosen}` : undefined}
          autoComplete="off"
          data-autofocus
          placeholder={say(of ? 'palette.type_action' : 'palette.type')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={pressed}
        />
        {all.length === 0 && <p className="soft">{say('palette.nothing')}</p>}
        <Results
          list={list}
          groups={groups}
          chosen={all[chosen]}
          onPoint={(one) => setAt(all.indexOf(one))}
          onOpen={open}
        />
      </div>
    </Dialog>
  )
}

interface ResultsProps {
  /** The id of the list. */
  list: string
  groups: readonly Group[]
  chosen: Found | undefined
  onPoint(found: Found): void
  onOpen(found: Found, inTab: boolean): void
}

/** What was found, kind by kind. */
function Results({ list, groups, chosen, onPoint, onOpen }: ResultsProps) {
  const { say } = useWords()
  const all = groups.flatMap(({ found }) => found)
  return (
    <div role="listbox" id={list} aria-label={say('palette.results')}>
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

/** Goes to a page, here or in another tab. */
function useVisit(): (place: NonNullable<Found['place']>, inTab: boolean) => void {
  const go = useGo()
  const workspace = useContext(WorkspaceId)
  return ({ to, search, outside = false }, inTab) => {
    const query = new URLSearchParams(Object.entries(search ?? {}).map(([name, value]) => [name, value ?? '']))
    const address = `${BASE}${outside ? to : `/w/${workspace}${to}`}${search ? `?${query}` : ''}`
    if (inTab) window.open(address, '_blank', 'noopener')
    else if (outside) window.location.assign(address)
    else go(to, search)
  }
}

interface OptionProps {
  id: string
  /** The id of what tells of which kind it is. */
  group: string
  found: Found
  isChosen: boolean
  onPoint(): void
  onOpen(inTab: boolean): void
}

function Option({ id, group, found, isChosen, onPoint, onOpen }: OptionProps) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      aria-describedby={group}
      tabIndex={-1}
      aria-selected={isChosen}
      aria-keyshortcuts={found.of && 'ArrowRight'}
      className="option"
      onMouseMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      {found.text}
      {found.hint && <span className="soft">{found.hint}</span>}
      {found.of && <kbd aria-hidden>→</kbd>}
    </button>
  )
}
