import { CircleAlert, CircleCheck, Minus, TriangleAlert } from 'lucide-react'
import { useI18n } from '../i18n/i18n.ts'

type Health = 'late' | 'at_risk' | 'on_track' | 'none'

const LOOKS = {
  late: { icon: CircleAlert, look: 'bad' },
  at_risk: { icon: TriangleAlert, look: 'warn' },
  on_track: { icon: CircleCheck, look: 'good' },
  none: { icon: Minus, look: 'soft' },
} as const

/** The health of an enrollment: a mark whose shape differs, and a word. */
export function HealthMark({ health }: { health: Health }) {
  const { t } = useI18n()
  const { icon: Icon, look } = LOOKS[health]
  return (
    <b className={`row health ${look}`}>
      <Icon className="icon" aria-hidden />
      {t(`dates.health.${health}`)}
    </b>
  )
}
