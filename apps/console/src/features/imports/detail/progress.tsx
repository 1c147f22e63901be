import { useI18n } from '../../../i18n/i18n.ts'
import type { Import } from '../job.ts'

/** The progress of a running import, which continues when the page is closed. */
export function Progress({ job }: { job: Import }) {
  const { t } = useI18n()
  return (
    <section className="card pad all stack" aria-label={t(`imports.${workOf(job)}`)}>
      <Bar job={job} />
      <p className="soft">{t('imports.goes_on')}</p>
    </section>
  )
}

type Work = 'reading' | 'checking' | 'running' | 'undoing'

function workOf({ status }: Import): Work {
  return status === 'checking' || status === 'running' || status === 'undoing' ? status : 'reading'
}

export function Bar({ job }: { job: Import }) {
  const { t, number, percent } = useI18n()
  const { rows, place, undone, left, created, updated } = job
  const work = workOf(job)
  const done = work === 'undoing' ? undone + left : place
  const all = work === 'undoing' ? created + updated : rows
  const share = work === 'reading' || all === 0 ? undefined : Math.min(100, (done / all) * 100)
  return (
    <div className="stack close" role="status">
      <div className="row between">
        <b>{t(`imports.${work}`)}</b>
        <span className="soft num">{share === undefined ? number(rows) : percent(Math.floor(share))}</span>
      </div>
      <progress
        className="bar"
        max={100}
        aria-label={t(`imports.${work}`)}
        {...(share !== undefined && { value: share })}
      />
    </div>
  )
}
