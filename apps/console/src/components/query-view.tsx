import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert, Compass, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { isForbidden, isGone } from '../api/error.ts'
import { type SaidFault, useReadFault } from '../api/fault.ts'
import { useWords } from '../i18n/i18n.ts'
import { Link } from '../workspace/link.tsx'
import { Button } from './button.tsx'

/** Something that was asked for. */
interface Query {
  data: unknown
  error: unknown
  refetch(): unknown
}

interface AnsweredProps<T> {
  query: UseQueryResult<T>
  /** Of the page of one record: the list that leads on where it is not there any more. */
  list?: string
  /** Whether the page has no frame around it. */
  isWhole?: boolean
  children(value: T): ReactNode
}

/** What an answer shows: the shape of what comes, what went wrong, or itself. */
export function Answered<T>({ query, list, isWhole = false, children }: AnsweredProps<T>) {
  const isOver = list !== undefined && isGone(query.error)
  if (query.data !== undefined && !isOver) return children(query.data)
  const shown = isOver ? (
    <Gone list={list} />
  ) : (
    <>
      {list !== undefined && <BackTo list={list} hasFailed={query.error !== null} />}
      <Unanswered queries={[query]} />
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

/** What stands in the place of answers until all are there: the shape of what comes, or what went wrong. */
export function Unanswered({ queries }: { queries: readonly Query[] }) {
  const failed = queries.filter(({ data, error }) => data === undefined && error !== null)
  if (failed.length === 0) return <Loading />
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  return <Failed error={failed[0]?.error} retry={retry} />
}

/** The head of the page of a record that is not there yet: the way back is. */
function BackTo({ list, hasFailed }: { list: string; hasFailed: boolean }) {
  const { say } = useWords()
  return (
    <div className="head">
      <Link to={list} className="btn bare sq" aria-label={say('fault.to_list')}>
        <ArrowLeft className="icon" aria-hidden />
      </Link>
      {hasFailed && <h1 className="unseen">{say('fault.not_loaded')}</h1>}
    </div>
  )
}

/** The page of a record that is not there, or not any more. */
function Gone({ list }: { list: string }) {
  const { say } = useWords()
  const back = (
    <Link to={list} className="btn main">
      {say('fault.to_list')}
    </Link>
  )
  return (
    <Empty icon={Compass} title={say('fault.not_found')} isPage actions={back}>
      {say('fault.not_found_text')}
    </Empty>
  )
}

/** The shape of what comes; it is seen only where that takes long. */
function Loading() {
  const { say } = useWords()
  return (
    <div className="shape" role="status" aria-label={say('common.loading')}>
      {Array.from('abcdef', (key) => (
        <span key={key} />
      ))}
    </div>
  )
}

function Failed({ error, retry }: { error: unknown; retry(): void }) {
  const { say } = useWords()
  const fault = useReadFault(error)
  return (
    <div className="failed stack">
      {fault && <Fault fault={fault} />}
      {!isForbidden(error) && (
        <div>
          <Button onClick={retry}>
            <RotateCw className="icon" aria-hidden />
            {say('common.again')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What went wrong, what is kept and what to do. */
export function Fault({ fault }: { fault: SaidFault }) {
  const { say } = useWords()
  return (
    <div className="note bad" role="alert">
      <CircleAlert className="icon" aria-hidden />
      <div>
        <b>{fault.title}</b> {fault.text}
        {fault.number && (
          <div>
            {say('fault.number')} <code className="mono">{fault.number}</code>
          </div>
        )}
      </div>
    </div>
  )
}

/** As `Fault`, of what was asked for where there is no room for more; nothing where it was answered. */
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

/** Nothing there: what this is, and the first action. */
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
