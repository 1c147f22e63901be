import { useI18n } from '../../../i18n/i18n.ts'

interface StepMarkProps {
  done: boolean
  next: boolean
  skipped?: boolean
}

/** Done, the next one, skipped, or open: by its shape. */
export function StepMark({ done, next, skipped = false }: StepMarkProps) {
  const { t } = useI18n()
  return (
    <svg
      className="st"
      viewBox="0 0 14 14"
      role="img"
      aria-label={t(done ? 'enrollment.is_done' : skipped ? 'plan.skipped' : 'enrollment.is_open')}
    >
      {done ? (
        <>
          <circle cx="7" cy="7" r="7" fill="var(--accent)" />
          <path
            d="m3.9 7.2 2.2 2.2 4-4.4"
            fill="none"
            stroke="var(--on-accent)"
            strokeWidth="1.6"
            strokeLinecap="round"
          />
        </>
      ) : (
        <circle
          cx="7"
          cy="7"
          r="6.2"
          fill="none"
          stroke={next ? 'var(--warn)' : 'var(--edge)'}
          strokeWidth="1.5"
          strokeDasharray={skipped ? '2.2 2' : undefined}
        />
      )}
    </svg>
  )
}
