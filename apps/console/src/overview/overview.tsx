import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../app/workspace.ts'
import { useAnswer } from '../door/hooks.ts'
import type { Data } from '../door/operations.ts'
import { EnrollDialog } from '../enrollments/enroll/enroll.tsx'
import { Button } from '../parts/button.tsx'
import { Answered } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import { AttentionCard } from './attention.tsx'
import { EffortChart } from './effort-chart.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { WeeksChart } from './weeks-chart.tsx'
import './overview.css'

/** What asks for attention, and how it goes. Until the first contact has finished, what to do next. */
export function OverviewPage() {
  const { say } = useWords()
  const query = useAnswer('getOverview', {}, { every: 60_000 })
  const mayEnroll = useMay('enrollments:write')
  const [enrolling, setEnrolling] = useState(false)
  return (
    <>
      <div className="head">
        <h1>{say('place.overview')}</h1>
        {mayEnroll && (
          <div className="acts">
            <Button look="main" onClick={() => setEnrolling(true)}>
              <Plus className="icon" aria-hidden />
              {say('enroll.button')}
            </Button>
          </div>
        )}
      </div>
      <Answered query={query}>{({ data }) => <Shown overview={data} />}</Answered>
      {enrolling && <EnrollDialog onClose={() => setEnrolling(false)} />}
    </>
  )
}

function Shown({ overview }: { overview: Data<'getOverview'> }) {
  const isNew = overview.ever_completed === 0
  return (
    <>
      {isNew && <FirstSteps overview={overview} />}
      {overview.enrollments > 0 && (
        <>
          <Figures overview={overview} />
          <div className="cols overview-cols">
            <AttentionCard />
            <div className="stack">
              <WeeksChart weeks={overview.weeks} />
              <EffortChart effort={overview.effort} />
            </div>
          </div>
        </>
      )}
    </>
  )
}
