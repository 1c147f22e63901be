import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useCan } from '../../../workspace/workspace.ts'

/** When, until when, and who looks after it. */
export function Facts({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const { t, dayTime, day, number } = useI18n()
  const { started_at, last_activity_at, completed_at, expires_at, created_at, days_to_completion } = enrollment
  const { ces_score, ces_comment, guide, guide_version } = enrollment
  return (
    <section className="card" aria-label={t('enrollment.facts')}>
      <dl className="kv pad all">
        <dt>{t('enrollments.enrolled')}</dt>
        <dd>{dayTime(created_at)}</dd>
        <dt>{t('enrollment.started')}</dt>
        <dd>{started_at ? dayTime(started_at) : t('enrollment.not_yet')}</dd>
        {last_activity_at && (
          <>
            <dt>{t('enrollment.last_active')}</dt>
            <dd>{dayTime(last_activity_at)}</dd>
          </>
        )}
        {completed_at && (
          <>
            <dt>{t('status.completed')}</dt>
            <dd>
              {dayTime(completed_at)}
              {days_to_completion !== null && `, ${t('enrollment.after_days', { days: number(days_to_completion) })}`}
            </dd>
          </>
        )}
        <dt>{t('enrollment.works_until')}</dt>
        <dd>{expires_at ? day(expires_at) : t('enrollment.no_end')}</dd>
        <dt>{t('enrollments.guide')}</dt>
        <dd>
          <Link to={`/guides/${guide.id}/versions`} search={{ version: guide_version.id }}>
            {guide_version.number === null ? guide.title : t('enrollment.version', { number: guide_version.number })}
          </Link>
          {!guide_version.is_published && <p className="soft">{t('enrollment.newer_version')}</p>}
        </dd>
        <dt>{t('enrollments.assignee')}</dt>
        <dd>
          <Assignee enrollment={enrollment} />
        </dd>
        {ces_score !== null && (
          <>
            <dt>{t('overview.effort')}</dt>
            <dd>
              {t('enrollment.score', { score: ces_score })}
              {ces_comment && <p className="pre soft">{ces_comment}</p>}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

function Assignee({ enrollment: { id, assignee } }: { enrollment: Data<'getEnrollment'> }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const colleagues = useOperation('listColleagues', {}, { enabled: may }).data?.data ?? []
  const update = useOperationMutation('updateEnrollment')
  if (!may) return assignee?.name ?? t('enrollment.nobody')
  return (
    <select
      className="input"
      aria-label={t('enrollments.assignee')}
      value={assignee?.id ?? ''}
      onChange={({ target: { value } }) => update.mutate({ id, assignee_id: value || null })}
    >
      <option value="">{t('enrollment.nobody')}</option>
      {colleagues.map(({ user_id, name }) => (
        <option key={user_id} value={user_id}>
          {name}
        </option>
      ))}
    </select>
  )
}
