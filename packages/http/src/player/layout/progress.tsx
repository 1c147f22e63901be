import { stepsOf } from '../guide.ts'
import type { I18n } from '../i18n/i18n.ts'
import type { View } from '../visit.ts'

/** More steps than can be told apart are a bar. */
const MAX_PROGRESS_STEPS = 20

/** The steps that count, in order, with what has become of them. */
function progressSteps({ completed_step_ids, progress, ...view }: View, now: string | null) {
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
export function Progress({ view, i18n }: { view: View; i18n: I18n }) {
  const { completed_steps: done, total_steps: total, current_step_id } = view.progress
  const label = i18n.t('done_of', { done, total })
  if (total > MAX_PROGRESS_STEPS) return <progress class="long" value={done} max={total} aria-label={label} />
  return (
    <div class="progress" role="img" aria-label={label}>
      {progressSteps(view, current_step_id).map((tread, index) => (
        <i key={tread.id} class={`h${Math.round((MAX_PROGRESS_STEPS * (index + 1)) / total)} ${tread.class}`.trim()} />
      ))}
    </div>
  )
}

/** The same as a thin line, above a step. */
export function ThinProgress({ view, now }: { view: View; now: string }) {
  const { completed_steps: done, total_steps: total } = view.progress
  if (total > MAX_PROGRESS_STEPS) return <progress class="thin" value={done} max={total} aria-hidden="true" />
  return (
    <div class="thin" aria-hidden="true">
      {progressSteps(view, now).map((tread) => (
        <i key={tread.id} class={tread.class || undefined} />
      ))}
    </div>
  )
}
