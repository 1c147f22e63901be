import { useFault } from '../../../api/fault.ts'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Move } from './use-dry-run.ts'

/** The numbers of a dry run of a move. */
export function DryRun({ move, error }: { move: Move | undefined; error: unknown }) {
  const { t } = useI18n()
  const fault = useFault(error)
  if (fault) return <Fault fault={fault} />
  if (move === undefined || move.status === 'checking')
    return (
      <p className="soft" role="status">
        {t('moves.checking', { count: move?.seen ?? 0 })}
      </p>
    )
  if (move.status === 'failed')
    return (
      <p className="note warn" role="status">
        {t('moves.failed_text')}
      </p>
    )
  return (
    <div className="stack close" role="status">
      <p>
        <b>{t('moves.would_move', { count: move.moved })}</b>
      </p>
      {move.moved > 0 && <Effects move={move} />}
    </div>
  )
}

/** The data that a move keeps and loses, and the contacts that it completes. */
function Effects({ move: { kept_steps, kept_answers, kept_files, completed, lost, reopened } }: { move: Move }) {
  const { t } = useI18n()
  return (
    <>
      <p>
        {t('moves.kept')} {t('moves.done_steps', { count: kept_steps })}, {t('moves.answers', { count: kept_answers })},{' '}
        {t('moves.files', { count: kept_files })}
      </p>
      {completed > 0 && <p className="note warn">{t('moves.would_complete', { count: completed })}</p>}
      {reopened.length > 0 && (
        <>
          <p>{t('moves.reopened')}</p>
          <ul className="card rows">
            {reopened.map(({ step_id, title, questions, enrollments }) => (
              <li key={step_id}>
                <span className="grow">
                  {questions.join(', ')}
                  <small>
                    {title}, {t('moves.asked_again', { count: enrollments })}
                  </small>
                </span>
              </li>
            ))}
          </ul>
          <p className="soft">{t('moves.not_asked')}</p>
        </>
      )}
      {lost.length === 0 ? (
        reopened.length === 0 && <p>{t('moves.nothing_lost')}</p>
      ) : (
        <>
          <p>{t('moves.lost')}</p>
          <ul className="card rows">
            {lost.map(({ step_id, title, done, answers, files }) => (
              <li key={step_id}>
                <span className="grow">
                  {title}
                  <small>
                    {t('moves.done_by', { count: done })}, {t('moves.answers', { count: answers })},{' '}
                    {t('moves.files', { count: files })}
                  </small>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
