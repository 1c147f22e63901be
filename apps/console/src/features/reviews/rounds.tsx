import { useI18n } from '../../i18n/i18n.ts'
import type { Submission } from './compare.ts'

interface RoundsProps {
  /** The latest first. */
  rounds: readonly Submission[]
  shown: Submission
  /** The id of the element that shows a round. */
  panel: string
  due_on: string | null
  onChoose(round: number): void
}

/** The rounds of a step, beside each other, and its date while there is one round. */
export function Rounds({ rounds, shown, panel, due_on, onChoose }: RoundsProps) {
  const { t, day, date } = useI18n()
  const whenOf = ({ submitted_at }: Submission) =>
    new Date(submitted_at).toDateString() === new Date().toDateString() ? t('review.today') : day(submitted_at)
  const saysOf = (one: Submission, at: number) =>
    at === 0 && one.status === 'submitted' ? whenOf(one) : `${whenOf(one)}, ${t(`review.status.${one.status}`)}`
  return (
    <>
      <div className="tabs" role="tablist" aria-label={t('review.rounds')}>
        {rounds.map((one, at) => (
          <button
            key={one.id}
            type="button"
            role="tab"
            id={`${panel}-${one.round}`}
            aria-selected={one === shown}
            aria-controls={panel}
            onClick={() => onChoose(one.round)}
          >
            {t('review.round', { round: one.round })} <span className="n">{saysOf(one, at)}</span>
          </button>
        ))}
      </div>
      {rounds.length === 1 && due_on && <span className="soft">{t('review.due', { date: date(due_on) })}</span>}
    </>
  )
}
