import { closedSection } from '../gates/closed.ts'
import { stepsOf } from '../guide.ts'
import type { I18n } from '../i18n/i18n.ts'
import type { View } from '../visit.ts'

/** With more steps, a single bar is shown. */
const MAX_PROGRESS_STEPS = 20

/** The counted steps in order, with their states. */
function progressSteps(view: View, now: string | null) {
  const done = new Set(view.completed_step_ids)
  const all = stepsOf(view)
  const counted = all.some(({ step }) => step.required) ? all.filter(({ step }) => step.required) : all
  const steps = view.guide.sections.flatMap((section, at) => {
    const own = counted.filter((one) => one.section === section).map(({ step }) => ({ id: step.id, section }))
    // Of the steps in a closed section only the number is known.
    const closed = closedSection(view, section.id)
    const count = closed ? (view.progress.sections[at]?.total_steps ?? 0) : 0
    return [...own, ...Array.from({ length: count }, (_, index) => ({ id: `${section.id} ${index}`, section }))]
  })
  return steps.slice(0, view.progress.total_steps).map(({ id, section }, index) => {
    const state = id === now ? 'now' : done.has(id) ? 'on' : ''
    const gap = index > 0 && steps[index - 1]?.section !== section ? 'gap' : ''
    return { id, class: [state, gap].filter(Boolean).join(' ') }
  })
}

/** The progress as rising bars: one for each step, with a gap between sections. */
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
