import { CircleCheck, CircleX, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import type { Import } from '../job.ts'
import { DownloadResults, FaultyRows } from './faulty-rows.tsx'
import { Counts } from './trial-run.tsx'

/** The result of an import, and its undo. */
export function Outcome({ job }: { job: Import }) {
  const { t, number } = useI18n()
  const [asking, setAsking] = useState(false)
  const undo = useOperationMutation('undoImport', { shown: true })
  const { id, status, resource, faulty, left, enrolled, undone, created, updated } = job
  const made = created + updated + enrolled
  const isFailed = status === 'failed'
  if (isFailed && made === 0)
    return (
      <section className="card pad all stack">
        <h2 className="row">
          <CircleX className="icon bad" aria-hidden />
          {t('imports.failed_title')}
        </h2>
        <Problem job={job} />
        <div>
          <Link className="btn main" to="/imports" search={{ resource }}>
            {t('imports.another_file')}
          </Link>
        </div>
      </section>
    )
  const isUndone = status === 'undone'
  return (
    <section className="card" aria-labelledby="outcome">
      <div className="pad all stack">
        <h2 id="outcome" className="row">
          {isFailed ? <CircleX className="icon bad" aria-hidden /> : <CircleCheck className="icon good" aria-hidden />}
          {t(isFailed ? 'imports.failed_halfway_title' : isUndone ? 'imports.undone_title' : 'imports.done_title')}
        </h2>
        {isFailed && <Problem job={job} />}
        {isUndone ? (
          <p>
            {t('imports.undone_count', { count: undone, number: number(undone) })}
            {left > 0 && `, ${t('imports.left_count', { count: left, number: number(left) })}`}
          </p>
        ) : (
          <>
            <Counts job={job} />
            {enrolled > 0 && <p>{t('imports.enrolled', { count: enrolled })}</p>}
          </>
        )}
        <div className="row wrap">
          <Link className="btn main" to={`/${resource}`}>
            {t(`imports.see_${resource}`)}
          </Link>
          <DownloadResults id={id} />
          {!isUndone && made > 0 && (
            <Button danger onClick={() => setAsking(true)}>
              <Undo2 className="icon" aria-hidden />
              {t('imports.undo')}
            </Button>
          )}
        </div>
      </div>
      {isUndone && left > 0 && <FaultyRows job={job} fate="left" />}
      {!isUndone && faulty > 0 && <FaultyRows job={job} fate="faulty" />}
      {asking && (
        <Confirm
          title={t('imports.undo_title')}
          action={t('imports.undo')}
          onClose={() => setAsking(false)}
          run={() => undo.mutateAsync({ id })}
        >
          {t('imports.undo_text')}
        </Confirm>
      )}
    </section>
  )
}

/** The reason of a failure. In English, the server's message is the most exact. */
function Problem({ job: { problem, problem_code, problem_row: row, problem_column } }: { job: Import }) {
  const { t, language, number } = useI18n()
  if (language === 'en' || problem_code === null) return <p>{problem}</p>
  const at =
    row === null
      ? ''
      : problem_column === null
        ? t('imports.failed_at', { row: number(row) })
        : t('imports.failed_at_column', { row: number(row), column: columnName(problem_column) })
  return (
    <p>
      {at !== '' && `${at}: `}
      {t(`imports.failed.${problem_code}`)}
    </p>
  )
}

/** The letters by which spreadsheets call a column. */
function columnName(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? columnName(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}
