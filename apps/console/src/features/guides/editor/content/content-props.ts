import type { Step } from '../../draft/draft.ts'

/** A step, what is wrong with its fields, and how its content is changed. */
export interface ContentProps {
  step: Step
  wrong: Record<string, string>
  onChange(content: Partial<Step['content']>): void
}
