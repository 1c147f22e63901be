import { useShown, useWords } from '../app/shown.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Given } from '../parts/person.tsx'
import type { Difference, Passage, ShownPage } from './draft.ts'
import { GUIDE } from './words.ts'

const LOOKS: Record<Difference['kind'], { icon: IconName; look: string }> = {
  added: { icon: 'added', look: 'good' },
  changed: { icon: 'changed', look: 'warn' },
  removed: { icon: 'removed', look: 'bad' },
  moved: { icon: 'moved', look: 'soft' },
  guide: { icon: 'changed', look: 'warn' },
}

type ShownChange = Difference & { texts?: NonNullable<ShownPage['changes']>[number]['texts'] }

interface ChangesProps {
  changes: readonly ShownChange[]
  count: number
  /** What is known of the draft beside its changes. */
  draft: ShownPage | undefined
  /** The section or step that was asked for. */
  current: string | undefined
}

/** What differs between the published version and the draft: word by word, where that is known. */
export function Changes({ changes, count, draft, current }: ChangesProps) {
  const { common } = useShown()
  const words = useWords(GUIDE)
  if (count === 0) return <p className="part soft">{words.none}</p>
  const { version_number = null, written_by = null, written_with = null } = draft ?? {}
  return (
    <div className="part">
      <h3>
        <Given text={words.changes(count, version_number)} />
        {written_by !== null && <Given className="soft" text={words.by(written_by, written_with)} />}
      </h3>
      <ul className="timeline">
        {(draft?.changes ?? changes).map((change) => (
          <Entry
            key={`${change.kind} ${change.id}`}
            change={change}
            isCurrent={current !== undefined && change.id === current}
          />
        ))}
      </ul>
      {count > changes.length && <p className="soft">{common.not_listed(count - changes.length)}</p>}
    </div>
  )
}

function Entry({ change, isCurrent }: { change: ShownChange; isCurrent: boolean }) {
  const { kind, title, section, in: fields = [], texts = [] } = change
  const words = useWords(GUIDE)
  const { icon, look } = LOOKS[kind]
  const compared = new Set<string>(texts.map(({ field }) => field))
  const named = fields.filter((field) => !compared.has(field))
  return (
    <li className="row top" aria-current={isCurrent ? 'step' : undefined}>
      <span className={`badge ${look}`}>
        <Icon name={icon} />
      </span>
      <div className="grow">
        <p className="clamp strong">
          <Given text={title} />
        </p>
        {(named.length > 0 || texts.length === 0) && (
          <p className="quote">
            {words.kinds[kind]} {section !== undefined && <Given text={words.in_section(section)} />}
            {named.length > 0 && <>: {named.map((field) => words.fields[field] ?? field).join(', ')}</>}
          </p>
        )}
        {texts.map(({ field, passages }) => (
          <p key={field} className="passages">
            <span className="soft">{words.fields[field]}:</span> <Passages passages={passages} />
          </p>
        ))}
      </div>
    </li>
  )
}

const ELEMENTS = { same: 'span', removed: 'del', added: 'ins' } as const

function Passages({ passages }: { passages: readonly Passage[] }) {
  return (
    <bdi>
      {passages.map(({ kind, text }, place) => {
        const Element = ELEMENTS[kind]
        // A comparison never changes its order.
        return <Element key={place}>{text}</Element>
      })}
    </bdi>
  )
}
