import { useI18n } from '../../../i18n/i18n.ts'

/** How a step stands, in the order of what is left to do. */
export type Standing = 'open' | 'changes_requested' | 'submitted' | 'skipped' | 'done'

interface StepMarkProps {
  standing: Standing
  next: boolean
}

const TEXTS = {
  open: 'enrollment.is_open',
  changes_requested: 'plan.changes_asked',
  submitted: 'plan.submitted',
  skipped: 'plan.skipped',
  done: 'enrollment.is_done',
} as const

const TICK = 'm3.9 7.2 2.2 2.2 4-4.4'
/** A bent arrow: back to the customer. */
const BACK = 'M5.6 3.6 3.7 5.5l1.9 1.9M3.7 5.5h4.4a2.3 2.3 0 0 1 0 4.6H6.4'

/** Done, the next one, sent, sent back, skipped, or open: by its shape. */
export function StepMark({ standing, next }: StepMarkProps) {
  const { t } = useI18n()
  const colours = {
    open: next ? 'var(--warn)' : 'var(--edge)',
    skipped: next ? 'var(--warn)' : 'var(--edge)',
    changes_requested: 'var(--warn)',
    submitted: 'var(--accent)',
    done: 'var(--accent)',
  }
  const colour = colours[standing]
  const isDone = standing === 'done'
  const path = isDone || standing === 'submitted' ? TICK : standing === 'changes_requested' ? BACK : undefined
  return (
    <svg className="st" viewBox="0 0 14 14" role="img" aria-label={t(TEXTS[standing])}>
      {isDone ? (
        <circle cx="7" cy="7" r="7" fill={colour} />
      ) : (
        <circle
          cx="7"
          cy="7"
          r="6.2"
          fill="none"
          stroke={colour}
          strokeWidth="1.5"
          strokeDasharray={standing === 'skipped' ? '2.2 2' : undefined}
        />
      )}
      {path && (
        <path
          d={path}
          fill="none"
          stroke={isDone ? 'var(--on-accent)' : colour}
          strokeWidth={standing === 'changes_requested' ? 1.2 : 1.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
