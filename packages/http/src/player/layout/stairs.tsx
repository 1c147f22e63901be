import { stepsOf } from '../guide.ts'
import type { View } from '../visit.ts'
import type { Words } from '../words/words.ts'

/** More steps than can be told apart are a bar. */
const MAX_STAIRS = 20

/** The steps that count, in order, with what has become of them. */
function treads({ completed_step_ids, progress, ...view }: View, now: string | null) {
  const done = new Set(completed_step_ids)
  const all = stepsOf({ completed_step_ids, progress, ...view })
  const counted = all.some(({ step }) => step.required) ? all.filter(({ step }) => step.required) : all
  return counted.map(({ step, section }, index) => {
    const state = step.id === now ? 'now' : done.has(step.id) ? 'on' : ''
    const gap = index > 0 && counted[index - 1]?.section !== section ? 'gap' : ''
    return { id: step.id, class: [state, gap].filter(Boolean).join(' ') }
  })
}

/** The staircase of progress: a tread a step, a gap between sections. */
export function Stairs({ view, words }: { view: View; words: Words }) {
  const { completed_steps: done, total_steps: total, current_step_id } = view.progress
  const label = words.say('done_of', { done, total })
  if (total > MAX_STAIRS) return <progress class="long" value={done} max={total} aria-label={label} />
  return (
    <div class="stairs" role="img" aria-label={label}>
      {treads(view, current_step_id).map((tread, index) => (
        <i key={tread.id} class={`h${Math.round((MAX_STAIRS * (index + 1)) / total)} ${tread.class}`.trim()} />
      ))}
    </div>
  )
}

/** The same as a thin line, above a step. */
export function ThinStairs({ view, now }: { view: View; now: string }) {
  const { completed_steps: done, total_steps: total } = view.progress
  if (total > MAX_STAIRS) return <progress class="thin" value={done} max={total} aria-hidden="true" />
  return (
    <div class="thin" aria-hidden="true">
      {treads(view, now).map((tread) => (
        <i key={tread.id} class={tread.class || undefined} />
      ))}
    </div>
  )
}
