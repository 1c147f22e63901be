import type { Step, Visit } from '../visit.ts'

/** A text of a guide, from Markdown. */
export function Prose({ visit: { player }, text, class: kind = 'md' }: { visit: Visit; text: string; class?: string }) {
  if (text === '') return null
  // markdown.ts lets no HTML through but its own.
  return <div class={kind} dangerouslySetInnerHTML={{ __html: player.markdown.block(text) }} />
}

/** The text of a step. */
export function StepText({ visit, step: { content } }: { visit: Visit; step: Step }) {
  return <Prose visit={visit} text={content.markdown ?? ''} />
}
