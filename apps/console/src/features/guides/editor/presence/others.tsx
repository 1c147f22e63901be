import { useEffect, useRef, useState } from 'react'
import { Avatar } from '../../../../components/avatar.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Draft } from '../../draft/draft.ts'
import { stepsOf } from '../../draft/same.ts'
import type { Other } from './use-presence.ts'

/** The other members who edit this draft, and their steps. Arrivals and departures are announced. */
export function Others({ others, draft }: { others: readonly Other[]; draft: Draft }) {
  const { t } = useI18n()
  const [said, setSaid] = useState('')
  const before = useRef<readonly Other[]>([])
  useEffect(() => {
    const ids = new Set(others.map(({ user_id }) => user_id))
    const known = new Set(before.current.map(({ user_id }) => user_id))
    const came = others.filter(({ user_id }) => !known.has(user_id)).map(({ name }) => t('together.came', { name }))
    const left = before.current.filter(({ user_id }) => !ids.has(user_id))
    const texts = [...came, ...left.map(({ name }) => t('together.left', { name }))]
    if (texts.length > 0) setSaid(texts.join(' '))
    before.current = others
  }, [others, t])
  const steps = stepsOf(draft)
  return (
    <>
      <span className="unseen" role="status">
        {said}
      </span>
      {others.length > 0 && (
        <ul className="others">
          {others.map(({ user_id, name, step_id }) => {
            const step = step_id === null ? undefined : steps.get(step_id)?.title
            const text = step === undefined ? t('together.here', { name }) : t('together.here_at', { name, step })
            return (
              <li key={user_id} title={text}>
                <Avatar name={name} />
                <span className="unseen">{text}</span>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
