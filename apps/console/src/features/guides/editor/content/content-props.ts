import type { Step } from '../../draft/draft.ts'

/** A step, the errors of its fields, and the change of its content. */
export interface ContentProps {
  step: Step
  wrong: Record<string, string>
  onChange(content: Partial<Step['content']>): void
}
