import type { Step, Visit } from '../visit.ts'

/** A text of a guide, from Markdown. */
export function Prose({ visit: { player }, text }: { visit: Visit; text: string }) {
  if (text === '') return null
  // markdown.ts lets no HTML through but its own.
  return <div class="md" dangerouslySetInnerHTML={{ __html: player.markdown.block(text) }} />
}

/** The text of a step. */
export function StepText({ visit, step: { content } }: { visit: Visit; step: Step }) {
  return <Prose visit={visit} text={content.markdown ?? ''} />
}
