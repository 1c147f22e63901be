import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert, Compass, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { isForbidden, isGone } from '../api/error.ts'
import { type FaultText, useReadFault } from '../api/fault.ts'
import { useI18n } from '../i18n/i18n.ts'
import { Link } from '../workspace/link.tsx'
import { Button } from './button.tsx'

/** The part of a query that these components use. */
interface Query {
  data: unknown
  error: unknown
  refetch(): unknown
}

interface QueryViewProps<T> {
  query: UseQueryResult<T>
  /** For the page of one record: the list to link to if the record no longer exists. */
  list?: string
  /** Whether the page has no frame around it. */
  isWhole?: boolean
  children(value: T): ReactNode
}

/** The content for a query: a skeleton while it is loading, the error, or the answer. */
export function QueryView<T>({ query, list, isWhole = false, children }: QueryViewProps<T>) {
  const isOver = list !== undefined && isGone(query.error)
  if (query.data !== undefined && !isOver) return children(query.data)
  const shown = isOver ? (
    <Gone list={list} />
  ) : (
    <>
      {list !== undefined && <BackTo list={list} hasFailed={query.error !== null} />}
      <QueryPending queries={[query]} />
    </>
  )
  return isWhole ? (
    <main id="main" className="main">
      {shown}
    </main>
  ) : (
    shown
  )
}

/** The content in place of several answers until all have arrived: a skeleton, or the error. */
export function QueryPending({ queries }: { queries: readonly Query[] }) {
  const failed = queries.filter(({ data, error }) => data === undefined && error !== null)
  if (failed.length === 0) return <Loading />
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  return <Failed error={failed[0]?.error} retry={retry} />
}

/** The head of the page of a record that is not there yet: the way back is. */
function BackTo({ list, hasFailed }: { list: string; hasFailed: boolean }) {
  const { t } = useI18n()
  return (
    <div className="head">
      <Link to={list} className="btn bare sq" aria-label={t('fault.to_list')}>
        <ArrowLeft className="icon" aria-hidden />
      </Link>
      {hasFailed && <h1 className="unseen">{t('fault.not_loaded')}</h1>}
    </div>
  )
}

/** The page of a record that is not there, or not any more. */
function Gone({ list }: { list: string }) {
  const { t } = useI18n()
  const back = (
    <Link to={list} className="btn main">
      {t('fault.to_list')}
    </Link>
  )
  return (
    <Empty icon={Compass} title={t('fault.not_found')} isPage actions={back}>
      {t('fault.not_found_text')}
    </Empty>
  )
}

/** A skeleton, shown only if loading takes long. */
function Loading() {
  const { t } = useI18n()
  return (
    <div className="shape" role="status" aria-label={t('common.loading')}>
      {Array.from('abcdef', (key) => (
        <span key={key} />
      ))}
    </div>
  )
}

function Failed({ error, retry }: { error: unknown; retry(): void }) {
  const { t } = useI18n()
  const fault = useReadFault(error)
  return (
    <div className="failed stack">
      {fault && <Fault fault={fault} />}
      {!isForbidden(error) && (
        <div>
          <Button onClick={retry}>
            <RotateCw className="icon" aria-hidden />
            {t('common.again')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** An error, with its consequences and the next step. */
export function Fault({ fault }: { fault: FaultText }) {
  const { t } = useI18n()
  return (
    <div className="note bad" role="alert">
      <CircleAlert className="icon" aria-hidden />
      <div>
        <b>{fault.title}</b> {fault.text}
        {fault.number && (
          <div>
            {t('fault.number')} <code className="mono">{fault.number}</code>
          </div>
        )}
      </div>
    </div>
  )
}

/** A short `Fault` of a query; nothing once it has an answer. */
export function ReadFault({ error }: { error: unknown }) {
  const fault = useReadFault(error)
  return fault && <Fault fault={fault} />
}

interface EmptyProps {
  icon: LucideIcon
  title: string
  /** Whether it is all that the page has, which then has its heading. */
  isPage?: boolean
  children?: ReactNode
  /** The first thing to do. */
  actions?: ReactNode
}

/** The content of an empty page: an explanation and the first action. */
export function Empty({ icon: Icon, title, isPage = false, children, actions }: EmptyProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className="empty">
      <span className="glyph">
        <Icon className="icon" aria-hidden />
      </span>
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}
