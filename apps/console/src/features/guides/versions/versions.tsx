import { ArrowLeft, History } from 'lucide-react'
import { useAnswer, usePages } from '../../../api/use-operation.ts'
import { More } from '../../../components/list/more.tsx'
import { Answered, Empty } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { Link, useFilters } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { Moves } from '../moves/running.tsx'
import { FormerMenu } from './previous-menu.tsx'
import { Replaced } from './replaced.tsx'
import { useNameOf, type Version } from './version.ts'

/** Every version of a guide that was published, who follows it, and what can be done with it. */
export function VersionsPage() {
  const id = usePageId()
  const { say } = useWords()
  const guide = useAnswer('getGuideDraft', { id })
  const query = usePages('listGuideVersions', { id })
  return (
    <>
      <div className="head">
        <Link to={`/guides/${id}`} className="btn bare sq" aria-label={say('versions.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <div className="title">
          <h1>{say('versions.title')}</h1>
          <span className="soft">{guide.data?.data.title}</span>
        </div>
      </div>
      <Answered query={query}>
        {({ pages }) => (
          <div className="stack">
            <Moves guide_id={id} />
            <Table versions={pages.flatMap(({ data }) => data)} />
            <More query={query} />
            <Replaced guide_id={id} versions={pages.flatMap(({ data }) => data)} />
          </div>
        )}
      </Answered>
    </>
  )
}

function Table({ versions }: { versions: readonly Version[] }) {
  const { say } = useWords()
  const [{ version: sought }] = useFilters()
  if (versions.length === 0)
    return (
      <div className="card">
        <Empty icon={History} title={say('versions.none')}>
          {say('versions.none_text')}
        </Empty>
      </div>
    )
  return (
    <div className="card table">
      <table>
        <thead>
          <tr>
            <th scope="col">{say('versions.version')}</th>
            <th scope="col" className="wide-only">
              {say('versions.published_by')}
            </th>
            <th scope="col">{say('versions.on_it')}</th>
            <th scope="col" className="wide-only">
              {say('versions.finished')}
            </th>
            <th>
              <span className="unseen">{say('versions.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <Row key={version.id} version={version} others={versions} isSought={version.id === sought} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  version: Version
  others: readonly Version[]
  /** Whether a link led to it. */
  isSought: boolean
}

function bringIntoView(row: HTMLElement | null) {
  row?.scrollIntoView({ block: 'nearest' })
}

function Row({ version, others, isSought }: RowProps) {
  const { say, dayTime, number } = useWords()
  return (
    <tr
      className={isSought ? 'chosen' : undefined}
      aria-current={isSought || undefined}
      ref={isSought ? bringIntoView : null}
    >
      <th scope="row">
        <b>{useNameOf()(version)}</b>{' '}
        {version.is_published && <span className="chip good">{say('versions.live')}</span>}
        <small>{dayTime(version.published_at)}</small>
        <small className="phone-only">{version.published_by}</small>
      </th>
      <td className="wide-only">{version.published_by ?? '–'}</td>
      <td className="num">{number(version.invited + version.in_progress)}</td>
      <td className="wide-only num">{number(version.completed)}</td>
      <td>
        <FormerMenu former={version} others={others} />
      </td>
    </tr>
  )
}
