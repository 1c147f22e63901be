import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, Compass, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../app/link.tsx'
import { isGone } from '../door/error.ts'
import { type SaidFault, useFault } from '../door/fault.ts'
import { useWords } from '../words/words.ts'
import { Button } from './button.tsx'

interface AnsweredProps<T> {
  query: UseQueryResult<T>
  /** Of the page of one record: the list that leads on where it is not there any more. */
  list?: string
  children(value: T): ReactNode
}

/** What an answer shows: the shape of what comes, what went wrong, or itself. */
export function Answered<T>({ query, list, children }: AnsweredProps<T>) {
  if (isGone(query.error) && list !== undefined) return <Gone list={list} />
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />
  return <Loading />
}

/** The page of a record that is not there, or not any more. */
function Gone({ list }: { list: string }) {
  const { say } = useWords()
  return (
    <div className="empty">
      <span className="glyph">
        <Compass className="icon" aria-hidden />
      </span>
      <h1>{say('fault.not_found')}</h1>
      <p>{say('fault.not_found_text')}</p>
      <div className="row">
        <Link to={list} className="btn main">
          {say('fault.to_list')}
        </Link>
      </div>
    </div>
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
  const fault = useFault(error)
  return (
    <div className="card">
      <div className="pad all stack">
        {fault && <Fault fault={fault} />}
        <div>
          <Button onClick={retry}>
            <RotateCw className="icon" aria-hidden />
            {say('common.again')}
          </Button>
        </div>
      </div>
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

interface EmptyProps {
  icon: LucideIcon
  title: string
  children?: ReactNode
  /** The first thing to do. */
  actions?: ReactNode
}

/** Nothing there: what this is, and the first action. */
export function Empty({ icon: Icon, title, children, actions }: EmptyProps) {
  return (
    <div className="empty">
      <span className="glyph">
        <Icon className="icon" aria-hidden />
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="row">{actions}</div>}
    </div>
  )
}
