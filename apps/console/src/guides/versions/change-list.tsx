import { useWords } from '../../words/words.ts'
import type { Change } from './changes.ts'

/** What differs, step by step. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { say } = useWords()
  return (
    <ul className="card rows">
      {changes.length === 0 && <li>{say('versions.same')}</li>}
      {changes.map(({ kind, title }, place) => (
        // Several steps may have one title, and the list never changes its order.
        <li key={place}>
          <span className={kind === 'removed' ? 'chip bad' : kind === 'added' ? 'chip good' : 'chip'}>
            {say(`publish.kind.${kind}`)}
          </span>
          <span className="grow">{title}</span>
        </li>
      ))}
    </ul>
  )
}
