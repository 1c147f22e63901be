import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Avatar } from '../../../../components/avatar.tsx'
import { Field } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { type Mentionable, mentionAt, suggestedFor, withMention } from './mentions.ts'
import { useAnswerFocus } from './use-answer-focus.ts'
import './mention-field.css'

const MAX_SUGGESTED = 6

interface MentionFieldProps {
  label: string
  hint?: string | undefined
  value: string
  members: readonly Mentionable[]
  /** Whether it gets the focus where the address asks for an answer. */
  answers?: boolean | undefined
  onChange(value: string): void
  onSend(): void
}

/** How far each key moves among the suggestions. */
const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A text field that suggests people after an `@`. Ctrl Enter sends. */
export function MentionField({ label, hint, value, members, answers = false, onChange, onSend }: MentionFieldProps) {
  const list = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useAnswerFocus(area, answers)
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [isClosed, close] = useState(false)
  const query = isClosed ? undefined : mentionAt(value, caret)
  const suggested = query ? suggestedFor(members, query.query).slice(0, MAX_SUGGESTED) : []
  const chosen = suggested[Math.min(active, suggested.length - 1)]
  const pick = (member: Mentionable) => {
    if (!query) return
    const after = withMention(value, query, member)
    onChange(after.text)
    setCaret(after.caret)
    close(true)
    requestAnimationFrame(() => area.current?.setSelectionRange(after.caret, after.caret))
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onSend()
    if (!chosen) return
    const move = MOVES[event.key]
    if (move !== undefined) setActive((active + move + suggested.length) % suggested.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(chosen)
    else if (event.key === 'Escape') close(true)
    else return
    event.preventDefault()
  }
  return (
    <div className="mention-field">
      <Field label={label} hint={hint}>
        {(own) => (
          <textarea
            {...own}
            ref={area}
            className="input"
            rows={3}
            maxLength={5000}
            value={value}
            aria-autocomplete="list"
            aria-controls={chosen ? list : undefined}
            aria-activedescendant={chosen ? `${list}-${chosen.id}` : undefined}
            onKeyDown={onKeyDown}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onChange={({ target }) => {
              onChange(target.value)
              setCaret(target.selectionStart)
              setActive(0)
              close(false)
            }}
          />
        )}
      </Field>
      {chosen && <Suggestions id={list} people={suggested} chosen={chosen} onPick={pick} />}
    </div>
  )
}

interface SuggestionsProps {
  id: string
  people: readonly Mentionable[]
  chosen: Mentionable
  onPick(person: Mentionable): void
}

/** The people whose names begin with what is typed. The field keeps the focus. */
function Suggestions({ id, people, chosen, onPick }: SuggestionsProps) {
  const { t } = useI18n()
  return (
    <div className="pop options" role="listbox" id={id} aria-label={t('internal_notes.mention')}>
      {people.map((person) => (
        <div
          key={person.id}
          id={`${id}-${person.id}`}
          role="option"
          tabIndex={-1}
          className="pop-item"
          aria-selected={person === chosen}
          data-combobox-selected={person === chosen || undefined}
          // Before the field loses the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            onPick(person)
          }}
        >
          <Avatar name={person.name} small />
          <span className="grow cut">{person.name}</span>
        </div>
      ))}
    </div>
  )
}
