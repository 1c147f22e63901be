import { Users } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import { useWords } from '../../words/words.ts'

/** Somebody else has changed the guide meanwhile: nothing is lost, and one of the two goes on. */
export function Conflict({ takeTheirs, keepMine }: { takeTheirs(): void; keepMine(): void }) {
  const { say } = useWords()
  return (
    <div className="note warn conflict" role="alert">
      <Users className="icon" aria-hidden />
      <div className="stack close">
        <div>
          <b>{say('editor.conflict')}</b> {say('editor.conflict_text')}
        </div>
        <div className="row wrap">
          <Button onClick={keepMine}>{say('editor.keep_mine')}</Button>
          <Button onClick={takeTheirs}>{say('editor.take_theirs')}</Button>
        </div>
      </div>
    </div>
  )
}
