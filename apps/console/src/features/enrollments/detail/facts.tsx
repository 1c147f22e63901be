import type { Data } from '../../../api/operations.ts'
import { useAct, useAnswer } from '../../../api/use-operation.ts'
import { useWords } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useMay } from '../../../workspace/workspace.ts'

/** When, until when, and who looks after it. */
export function Facts({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const { say, dayTime, day, number } = useWords()
  const { started_at, last_activity_at, completed_at, expires_at, created_at, days_to_completion } = enrollment
  const { ces_score, ces_comment, guide, guide_version } = enrollment
  return (
    <section className="card" aria-label={say('enrollment.facts')}>
      <dl className="kv pad all">
        <dt>{say('enrollments.enrolled')}</dt>
        <dd>{dayTime(created_at)}</dd>
        <dt>{say('enrollment.started')}</dt>
        <dd>{started_at ? dayTime(started_at) : say('enrollment.not_yet')}</dd>
        {last_activity_at && (
          <>
            <dt>{say('enrollment.last_active')}</dt>
            <dd>{dayTime(last_activity_at)}</dd>
          </>
        )}
        {completed_at && (
          <>
            <dt>{say('status.completed')}</dt>
            <dd>
              {dayTime(completed_at)}
              {days_to_completion !== null && `, ${say('enrollment.after_days', { days: number(days_to_completion) })}`}
            </dd>
          </>
        )}
        <dt>{say('enrollment.works_until')}</dt>
        <dd>{expires_at ? day(expires_at) : say('enrollment.no_end')}</dd>
        <dt>{say('enrollments.guide')}</dt>
        <dd>
          <Link to={`/guides/${guide.id}/versions`} search={{ version: guide_version.id }}>
            {guide_version.number === null ? guide.title : say('enrollment.version', { number: guide_version.number })}
          </Link>
          {!guide_version.is_published && <p className="soft">{say('enrollment.newer_version')}</p>}
        </dd>
        <dt>{say('enrollments.assignee')}</dt>
        <dd>
          <Assignee enrollment={enrollment} />
        </dd>
        {ces_score !== null && (
          <>
            <dt>{say('overview.effort')}</dt>
            <dd>
              {say('enrollment.score', { score: ces_score })}
              {ces_comment && <p className="pre soft">{ces_comment}</p>}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

function Assignee({ enrollment: { id, assignee } }: { enrollment: Data<'getEnrollment'> }) {
  const { say } = useWords()
  const may = useMay('enrollments:write')
  const colleagues = useAnswer('listColleagues', {}, { enabled: may }).data?.data ?? []
  const update = useAct('updateEnrollment')
  if (!may) return assignee?.name ?? say('enrollment.nobody')
  return (
    <select
      className="input"
      aria-label={say('enrollments.assignee')}
      value={assignee?.id ?? ''}
      onChange={({ target: { value } }) => update.mutate({ id, assignee_id: value || null })}
    >
      <option value="">{say('enrollment.nobody')}</option>
      {colleagues.map(({ user_id, name }) => (
        <option key={user_id} value={user_id}>
          {name}
        </option>
      ))}
    </select>
  )
}
