import { daysSince } from '../i18n/formats.ts'
import { type I18n, useI18n } from '../i18n/i18n.ts'

interface Shown {
  status: 'invited' | 'in_progress' | 'completed' | 'expired'
  progress_percentage: number
  stalled: boolean
  last_activity_at: string | null
  expires_at: string | null
  created_at: string
  completed_at: string | null
}

/** Days without progress, of somebody who is stuck. */
function stuckDays({ stalled, last_activity_at }: Shown): number | undefined {
  return stalled && last_activity_at !== null ? daysSince(last_activity_at) : undefined
}

/** The status of an enrollment, as an icon with text. */
export function Status({ enrollment }: { enrollment: Shown }) {
  const i18n = useI18n()
  return (
    <span className="row" style={{ gap: '0.45rem' }}>
      <Shape enrollment={enrollment} />
      <span className={stuckDays(enrollment) === undefined ? undefined : 'warn'}>{statusText(enrollment, i18n)}</span>
    </span>
  )
}

function statusText(enrollment: Shown, { t, day, ago }: I18n): string {
  const { status, created_at, completed_at, expires_at, last_activity_at } = enrollment
  if (status === 'completed') return t('status.completed_on', { day: day(completed_at ?? created_at) })
  if (status === 'expired') return t('status.expired_on', { day: day(expires_at ?? created_at) })
  if (status === 'invited') return t('status.invited_on', { day: day(created_at) })
  const days = stuckDays(enrollment)
  if (days !== undefined) return t('status.stuck_days', { count: days })
  return last_activity_at === null ? t('status.in_progress') : t('status.active', { ago: ago(last_activity_at) })
}

/** The shapes of the statuses: ring, pie, tick and dashed ring. They are distinguishable without colour. */
function Shape({ enrollment }: { enrollment: Shown }) {
  const { status, progress_percentage } = enrollment
  const colour = stuckDays(enrollment) === undefined ? 'var(--accent)' : 'var(--warn)'
  if (status === 'completed')
    return (
      <svg className="st" viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="7" fill="var(--accent)" />
        <path
          d="m3.9 7.2 2.2 2.2 4-4.4"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </svg>
    )
  if (status !== 'in_progress')
    return (
      <svg className="st" viewBox="0 0 14 14" aria-hidden="true">
        <circle
          cx="7"
          cy="7"
          r="6.2"
          fill="none"
          stroke="var(--edge)"
          strokeWidth="1.5"
          strokeDasharray={status === 'expired' ? '2.4 2' : undefined}
        />
        {status === 'expired' && <path d="M3.5 10.5 10.5 3.5" stroke="var(--edge)" strokeWidth="1.5" />}
      </svg>
    )
  return (
    <svg className="st" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="6.2" fill="none" stroke={colour} strokeWidth="1.5" />
      <circle
        cx="7"
        cy="7"
        r="2.1"
        fill="none"
        stroke={colour}
        strokeWidth="4.2"
        pathLength="100"
        strokeDasharray={`${progress_percentage} 100`}
        transform="rotate(-90 7 7)"
      />
    </svg>
  )
}

/** The progress of an enrollment, as a bar with its number. */
export function Meter({ percentage, alone }: { percentage: number; alone?: boolean }) {
  const { percent } = useI18n()
  const bar = (
    <svg className="meter" aria-hidden="true">
      <rect width="100%" height="6" rx="3" fill="var(--chart-track)" />
      <rect width={`${percentage}%`} height="6" rx="3" fill="var(--accent)" />
    </svg>
  )
  if (alone) return bar
  return (
    <span className="mini">
      {bar}
      {percent(percentage)}
    </span>
  )
}
