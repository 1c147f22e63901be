import { useEffect, useId, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { timeText } from '../words/dates.ts'
import { daysOf, type Guide, type Insights, PERIODS } from './records.ts'
import { INSIGHTS } from './words.ts'

/** As many as `list_guides` gives at once. */
const MOST = 100

export interface Choice {
  id: string
  /** Undefined for the period of the model. */
  days: number | undefined
}

interface ChoicesProps {
  data: Insights['data']
  /** What was chosen and is not shown yet: a choice that follows starts from it. */
  wanted: Choice | undefined
  onChoose(choice: Choice): void
}

/** Which guide, among those that the caller may read, and which period. */
export function Choices({ data: { guide_id, guide_title, period }, wanted, onChoose }: ChoicesProps) {
  const { place } = useShown()
  const words = useWords(INSIGHTS)
  const guides = useGuides()
  const [guideField, periodField] = [useId(), useId()]
  const { id: chosen, days } = wanted ?? { id: guide_id, days: daysOf(period) }
  // The guide may be archived, or beyond the first hundred.
  const listed = guides.some(({ id }) => id === guide_id) ? guides : [{ id: guide_id, title: guide_title }, ...guides]
  return (
    <div className="part row wrap" aria-busy={wanted !== undefined}>
      {listed.length > 1 && (
        <div className="grow">
          <label htmlFor={guideField}>{words.guide}</label>
          <select
            id={guideField}
            value={chosen}
            onChange={({ currentTarget }) => onChoose({ id: currentTarget.value, days })}
          >
            {listed.map(({ id, title }) => (
              <option key={id} value={id}>
                {title.slice(0, 80)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="grow">
        <label htmlFor={periodField}>{words.period}</label>
        <select
          id={periodField}
          value={days ?? ''}
          onChange={({ currentTarget }) => onChoose({ id: chosen, days: Number(currentTarget.value) || undefined })}
        >
          {days === undefined && (
            <option value="">{words.other(timeText(place, period.from), timeText(place, period.until))}</option>
          )}
          {PERIODS.map((each) => (
            <option key={each} value={each}>
              {words.days(each)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

/** The published guides; none for who may not read them. */
function useGuides(): Guide[] {
  const { host } = useShown()
  const [guides, setGuides] = useState<Guide[]>([])
  useEffect(() => {
    const ask = async () => {
      const answer = await host.call<{ data: Guide[] }>('list_guides', { per_page: MOST })
      if ('value' in answer) setGuides(answer.value.data)
    }
    void ask()
  }, [host])
  return guides
}
