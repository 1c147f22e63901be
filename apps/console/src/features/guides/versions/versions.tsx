import { ArrowLeft, History } from 'lucide-react'
import { useList } from '../../../api/list/use-list.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { byProgram } from '../../../components/by-program.ts'
import { More } from '../../../components/list/more.tsx'
import { Empty, QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link, useFilters } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { Moves } from '../moves/running.tsx'
import { PreviousMenu } from './previous-menu.tsx'
import { Replaced } from './replaced.tsx'
import { useNameOf, type Version } from './version.ts'

/** Every version of a guide that was published, who follows it, and what can be done with it. */
export function VersionsPage() {
  const id = usePageId()
  const { t } = useI18n()
  const guide = useOperation('getGuideDraft', { id })
  const list = useList('listGuideVersions', { id }, { isWhole: true })
  return (
    <>
      <div className="head">
        <Link to={`/guides/${id}`} className="btn bare sq" aria-label={t('versions.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <div className="title">
          <h1>{t('versions.title')}</h1>
          <span className="soft">{guide.data?.data.title}</span>
        </div>
      </div>
      <QueryView query={list.first}>
        {() => (
          <div className="stack">
            <Moves guide_id={id} />
            <Table versions={list.known()} />
            <More list={list} />
            <Replaced guide_id={id} versions={list.known()} />
          </div>
        )}
      </QueryView>
    </>
  )
}

function Table({ versions }: { versions: readonly Version[] }) {
  const { t } = useI18n()
  const [{ version: sought }] = useFilters()
  if (versions.length === 0)
    return (
      <div className="card">
        <Empty icon={History} title={t('versions.none')}>
          {t('versions.none_text')}
        </Empty>
      </div>
    )
  return (
    <div className="card table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('versions.version')}</th>
            <th scope="col" className="wide-only">
              {t('versions.published_by')}
            </th>
            <th scope="col">{t('versions.on_it')}</th>
            <th scope="col" className="wide-only">
              {t('versions.finished')}
            </th>
            <th>
              <span className="unseen">{t('versions.actions')}</span>
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
  const i18n = useI18n()
  const { t, dayTime, number } = i18n
  const { published_by: by, published_with } = version
  const who = by && byProgram(i18n, by, published_with)
  return (
    <tr
      className={isSought ? 'chosen' : undefined}
      aria-current={isSought || undefined}
      ref={isSought ? bringIntoView : null}
    >
      <th scope="row">
        <b>{useNameOf()(version)}</b> {version.is_published && <span className="chip good">{t('versions.live')}</span>}
        <small>{dayTime(version.published_at)}</small>
        <small className="phone-only">{who}</small>
      </th>
      <td className="wide-only">{who ?? '–'}</td>
      <td className="num">{number(version.invited + version.in_progress)}</td>
      <td className="wide-only num">{number(version.completed)}</td>
      <td>
        <PreviousMenu previous={version} others={others} />
      </td>
    </tr>
  )
}
