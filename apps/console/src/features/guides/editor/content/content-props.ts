import type { Step } from '../../draft/draft.ts'

/** A step, the errors of its fields, the names of its answers that are published, and the change of its content. */
export interface ContentProps {
  step: Step
  wrong: Record<string, string>
  published: ReadonlySet<string>
  onChange(content: Partial<Step['content']>): void
}
