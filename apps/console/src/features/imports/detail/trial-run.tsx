import { Check } from 'lucide-react'
import { useFault } from '../../../api/fault.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import type { Import } from '../job.ts'
import { DownloadResults, FaultyRows } from './faulty-rows.tsx'
import { Bar } from './progress.tsx'

/** The trial run: the effects of the rows, before anything is saved. */
export function TrialRun({ job }: { job: Import }) {
  const { t, number } = useI18n()
  const run = useOperationMutation('runImport', { shown: true })
  const fault = useFault(run.error)
  const { id, status, resource, created, updated, unchanged, faulty } = job
  // Where everybody is enrolled, those too who stay as they are.
  const count = created + updated + (job.enroll_in === null ? 0 : unchanged)
  return (
    <section className="card" aria-labelledby="trial">
      <header>
        <h2 id="trial">{t('imports.trial')}</h2>
        <span className="chip">
          <Check className="icon" aria-hidden />
          {t('imports.nothing_saved')}
        </span>
      </header>
      <div className="pad stack">
        {status === 'read' && <p className="soft">{t('imports.trial_text')}</p>}
        {status === 'checking' && <Bar job={job} />}
        {status === 'checked' && <Counts job={job} />}
        {fault && <Fault fault={fault} />}
      </div>
      {status === 'checked' && (
        <>
          {faulty > 0 && <FaultyRows job={job} fate="faulty" />}
          <div className="pad all row wrap">
            {count > 0 ? (
              <Button look="main" busy={run.isPending} onClick={() => run.mutate({ id })}>
                {t(`imports.run_${resource}`, { count, number: number(count) })}
              </Button>
            ) : (
              <span>{t('imports.nothing_to_do')}</span>
            )}
            <Link className="btn side" to="/imports" search={{ resource }}>
              {t('imports.another_file')}
            </Link>
            {faulty > 0 && <DownloadResults id={id} />}
            {faulty > 0 && count > 0 && <span className="soft">{t('imports.left_out', { count: faulty })}</span>}
          </div>
        </>
      )}
    </section>
  )
}

const KINDS = ['created', 'updated', 'unchanged', 'faulty'] as const

/** The number of rows by effect, as a bar and as text. */
export function Counts({ job }: { job: Import }) {
  const { t, number } = useI18n()
  const shown = KINDS.filter((kind) => job[kind] > 0)
  const texts = { created: 'new', updated: 'updated', unchanged: 'unchanged', faulty: 'faulty' } as const
  return (
    <div className="stack close">
      <div className="shares" aria-hidden="true">
        {shown.map((kind) => (
          <i key={kind} className={kind} style={{ flexGrow: job[kind] }} />
        ))}
      </div>
      <ul className="row wrap legend">
        {shown.map((kind) => (
          <li key={kind} className="row">
            <i className={`mark ${kind}`} aria-hidden />
            {t(`imports.${texts[kind]}`, { number: number(job[kind]) })}
          </li>
        ))}
      </ul>
    </div>
  )
}
