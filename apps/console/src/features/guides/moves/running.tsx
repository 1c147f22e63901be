import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { type Move, useFollowed } from './use-dry-run.ts'

const SHOWN = 10
const SHOWN_STATUSES: readonly Move['status'][] = ['running', 'done', 'failed']

/** The moves of a guide with their progress; nothing if there were none. */
export function Moves({ guide_id }: { guide_id: string }) {
  const { t } = useI18n()
  const query = useOperation('listGuideMoves', { id: guide_id, per_page: SHOWN })
  const moves = (query.data?.data ?? []).filter(({ status }) => SHOWN_STATUSES.includes(status))
  if (moves.length === 0) return null
  return (
    <section className="card" aria-labelledby="moves">
      <header>
        <h2 id="moves">{t('moves.list')}</h2>
      </header>
      <ul className="rows">
        {moves.map((move) => (
          <Row key={move.id} move={move} />
        ))}
      </ul>
    </section>
  )
}

function Row({ move }: { move: Move }) {
  const { t, dayTime } = useI18n()
  const [isOver, setOver] = useState(move.status !== 'running')
  const query = useFollowed({ id: move.guide_id, move_id: move.id }, !isOver)
  const { status, moved, completed, seen, created_at } = query.data?.data ?? move
  if (status !== 'running' && !isOver) setOver(true)
  return (
    <li>
      <span className={status === 'done' ? 'chip good' : 'chip warn'}>
        {t(status === 'failed' ? 'moves.failed' : status === 'done' ? 'moves.done' : 'moves.running')}
      </span>
      <span className="grow" role="status">
        {t('moves.moved', { count: moved })}
        {status === 'failed' && <small>{t('moves.failed_text')}</small>}
        <small>
          {status === 'done' ? t('moves.completed', { count: completed }) : t('moves.checking', { count: seen })}
        </small>
      </span>
      <span className="soft num">{dayTime(created_at)}</span>
    </li>
  )
}
