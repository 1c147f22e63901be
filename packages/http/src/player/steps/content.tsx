import { StepText } from '../layout/prose.tsx'
import { finishByButton } from './done.ts'
import type { StepPage } from './step-page.ts'

/** A text to read. */
export const content: StepPage = {
  body: (visit) => <StepText visit={visit} step={visit.placed.step} />,
  post: finishByButton,
}
