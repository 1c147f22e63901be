import { useWords } from '../app/shown.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Given } from '../parts/person.tsx'
import type { Difference } from './draft.ts'
import { GUIDE } from './words.ts'

const LOOKS: Record<Difference['kind'], { icon: IconName; look: string }> = {
  added: { icon: 'added', look: 'good' },
  changed: { icon: 'changed', look: 'warn' },
  removed: { icon: 'removed', look: 'bad' },
  moved: { icon: 'moved', look: 'soft' },
  guide: { icon: 'changed', look: 'warn' },
}

/** What differs between the published version and the draft. */
export function Changes({ changes, count }: { changes: readonly Difference[]; count: number }) {
  const words = useWords(GUIDE)
  if (count === 0) return <p className="part soft">{words.none}</p>
  return (
    <div className="part">
      <h3>{words.changes(count)}</h3>
      <ul className="timeline">
        {changes.map((change) => (
          <Entry key={`${change.kind} ${change.id}`} change={change} />
        ))}
      </ul>
      {count > changes.length && <p className="soft">{words.not_listed(count - changes.length)}</p>}
    </div>
  )
}

function Entry({ change: { kind, title, section, in: fields = [] } }: { change: Difference }) {
  const words = useWords(GUIDE)
  const { icon, look } = LOOKS[kind]
  return (
    <li className="row top">
      <span className={`badge ${look}`}>
        <Icon name={icon} />
      </span>
      <div className="grow">
        <p className="clamp strong">
          <Given text={title} />
        </p>
        <p className="quote">
          {words.kinds[kind]} {section !== undefined && <Given text={words.in_section(section)} />}
          {fields.length > 0 && <>: {fields.map((field) => words.fields[field] ?? field).join(', ')}</>}
        </p>
      </div>
    </li>
  )
}
