import { CircleCheck, CircleX, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../app/link.tsx'
import { useAct } from '../door/hooks.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/dialog/confirm.tsx'
import { useWords } from '../words/words.ts'
import { DownloadResults, FaultyRows } from './faulty-rows.tsx'
import type { Import } from './job.ts'
import { Counts } from './trial-run.tsx'

/** What came of an import, and how it is taken back. */
export function Outcome({ job }: { job: Import }) {
  const { say, number } = useWords()
  const [asking, setAsking] = useState(false)
  const undo = useAct('undoImport', { shown: true })
  const { id, status, resource, problem, faulty, left, enrolled, undone, created, updated } = job
  if (status === 'failed')
    return (
      <section className="card pad all stack">
        <h2 className="row">
          <CircleX className="icon bad" aria-hidden />
          {say('imports.failed_title')}
        </h2>
        <p>{problem}</p>
        <div>
          <Link className="btn main" to="/imports" search={{ resource }}>
            {say('imports.another_file')}
          </Link>
        </div>
      </section>
    )
  const isUndone = status === 'undone'
  return (
    <section className="card" aria-labelledby="outcome">
      <div className="pad all stack">
        <h2 id="outcome" className="row">
          <CircleCheck className="icon good" aria-hidden />
          {say(isUndone ? 'imports.undone_title' : 'imports.done_title')}
        </h2>
        {isUndone ? (
          <p>
            {say('imports.undone_count', { count: undone, number: number(undone) })}
            {left > 0 && `, ${say('imports.left_count', { count: left, number: number(left) })}`}
          </p>
        ) : (
          <>
            <Counts job={job} />
            {enrolled > 0 && <p>{say('imports.enrolled', { count: enrolled })}</p>}
          </>
        )}
        <div className="row wrap">
          <Link className="btn main" to={`/${resource}`}>
            {say(`imports.see_${resource}`)}
          </Link>
          <DownloadResults id={id} />
          {!isUndone && created + updated + enrolled > 0 && (
            <Button danger onClick={() => setAsking(true)}>
              <Undo2 className="icon" aria-hidden />
              {say('imports.undo')}
            </Button>
          )}
        </div>
      </div>
      {isUndone && left > 0 && <FaultyRows job={job} fate="left" />}
      {!isUndone && faulty > 0 && <FaultyRows job={job} fate="faulty" />}
      {asking && (
        <Confirm
          title={say('imports.undo_title')}
          action={say('imports.undo')}
          onClose={() => setAsking(false)}
          run={() => undo.mutateAsync({ id })}
        >
          {say('imports.undo_text')}
        </Confirm>
      )}
    </section>
  )
}
