import { ArrowLeft } from 'lucide-react'
import { useOperation } from '../../../api/use-operation.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { type Import, isUnderWay } from '../job.ts'
import { Columns } from './columns.tsx'
import { Outcome } from './outcome.tsx'
import { Progress } from './progress.tsx'
import { Steps } from './steps.tsx'
import { TrialRun } from './trial-run.tsx'
import '../imports.css'

/** The interval in which the progress is requested, in milliseconds. */
const EVERY = 700

function stepOf(status: Import['status']) {
  if (status === 'done' || status === 'undoing' || status === 'undone') return undefined
  return status === 'running' || status === 'failed' ? 'import' : 'check'
}

/** An import from its columns to its undoing. */
export function ImportPage() {
  const id = usePageId()
  const { t, number } = useI18n()
  const query = useOperation(
    'getImport',
    { id },
    { every: (job) => (job && isUnderWay(job.data.status) ? EVERY : false) },
  )
  return (
    <QueryView query={query} list="/imports">
      {({ data }) => (
        <>
          <div className="head">
            <Link
              to="/imports"
              search={{ resource: data.resource }}
              className="btn bare sq"
              aria-label={t('imports.back')}
            >
              <ArrowLeft className="icon" aria-hidden />
            </Link>
            <div>
              <h1>{t(`imports.title_${data.resource}`)}</h1>
              <span className="soft">
                {data.file_name}, {t('imports.rows', { count: data.rows, number: number(data.rows) })}
              </span>
            </div>
            <Steps at={stepOf(data.status)} />
          </div>
          <Shown job={data} />
        </>
      )}
    </QueryView>
  )
}

function Shown({ job }: { job: Import }) {
  switch (job.status) {
    case 'done':
    case 'undone':
    case 'failed':
      return <Outcome job={job} />
    case 'reading':
    case 'running':
    case 'undoing':
      return <Progress job={job} />
    default:
      return (
        <div className="cols import-cols">
          <Columns key={job.id} job={job} />
          <TrialRun job={job} />
        </div>
      )
  }
}
