import { type KeyboardEvent, useContext, useId, useState } from 'react'
import { BASE } from '../../door/base.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useWords } from '../../words/words.ts'
import { useGo } from '../link.tsx'
import { WorkspaceId } from '../workspace.ts'
import { type Found, useFound } from './found.ts'
import './palette.css'

/** Finds what is called like what is typed, and goes there. */
export function Palette({ onClose }: { onClose(): void }) {
  const { say } = useWords()
  const go = useGo()
  const workspace = useContext(WorkspaceId)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const groups = useFound(typed)
  const all = groups.flatMap(({ found }) => found)
  const chosen = Math.min(at, all.length - 1)
  const open = (found: Found | undefined, inTab: boolean) => {
    if (!found) return
    const query = new URLSearchParams(Object.entries(found.search ?? {}).map(([name, value]) => [name, value ?? '']))
    const address = `${BASE}${found.outside ? found.to : `/w/${workspace}${found.to}`}${found.search ? `?${query}` : ''}`
    if (inTab) window.open(address, '_blank', 'noopener')
    else if (found.outside) window.location.assign(address)
    else go(found.to, found.search)
    onClose()
  }
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) setAt((chosen + step + all.length) % all.length)
    else if (event.key === 'Enter') open(all[chosen], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={say('palette.title')} onClose={onClose}>
      <div className="body palette">
        <input
          className="input"
          type="text"
          role="combobox"
          aria-label={say('palette.type')}
          aria-expanded={all.length > 0}
          aria-controls={list}
          aria-activedescendant={all.length > 0 ? `${list}-${chosen}` : undefined}
          autoComplete="off"
          data-autofocus
          placeholder={say('palette.type')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={pressed}
        />
        {all.length === 0 && <p className="soft">{say('palette.nothing')}</p>}
        <div role="listbox" id={list} aria-label={say('palette.results')}>
          {groups.map(({ title, found }, index) => (
            <div key={title}>
              <div className="soft group-title" id={`${list}-group-${index}`} aria-hidden="true">
                {title}
              </div>
              {found.map((one) => {
                const place = all.indexOf(one)
                return (
                  <Option
                    key={one.id}
                    id={`${list}-${place}`}
                    group={`${list}-group-${index}`}
                    found={one}
                    isChosen={place === chosen}
                    onPoint={() => setAt(place)}
                    onOpen={(inTab) => open(one, inTab)}
                  />
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  )
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
      className="option"
      onMouseMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      {found.text}
      {found.hint && <span className="soft">{found.hint}</span>}
    </button>
  )
}
