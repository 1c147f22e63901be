import { ArrowLeft } from 'lucide-react'
import { useAnswer } from '../../../api/use-operation.ts'
import { Answered } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { type Import, isUnderWay } from '../job.ts'
import { Columns } from './columns.tsx'
import { Outcome } from './outcome.tsx'
import { Progress } from './progress.tsx'
import { Steps } from './steps.tsx'
import { TrialRun } from './trial-run.tsx'
import '../imports.css'

/** Milliseconds after which it is asked how far it is. */
const EVERY = 700

function stepOf(status: Import['status']) {
  if (status === 'done' || status === 'undoing' || status === 'undone') return undefined
  return status === 'running' || status === 'failed' ? 'import' : 'check'
}

/** An import from its columns to its undoing. */
export function ImportPage() {
  const id = usePageId()
  const { say, number } = useWords()
  const query = useAnswer('getImport', { id }, { every: (job) => (job && isUnderWay(job.data.status) ? EVERY : false) })
  return (
    <Answered query={query} list="/imports">
      {({ data }) => (
        <>
          <div className="head">
            <Link
              to="/imports"
              search={{ resource: data.resource }}
              className="btn bare sq"
              aria-label={say('imports.back')}
            >
              <ArrowLeft className="icon" aria-hidden />
            </Link>
            <div>
              <h1>{say(`imports.title_${data.resource}`)}</h1>
              <span className="soft">
                {data.file_name}, {say('imports.rows', { count: data.rows, number: number(data.rows) })}
              </span>
            </div>
            <Steps at={stepOf(data.status)} />
          </div>
          <Shown job={data} />
        </>
      )}
    </Answered>
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
