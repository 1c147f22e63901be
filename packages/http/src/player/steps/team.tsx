import { seeOther } from '../answer.ts'
import { pathOf } from '../guide.ts'
import { ReadingFoot } from '../layout/foot.tsx'
import { StepText } from '../layout/prose.tsx'
import type { StepPage } from './step-page.ts'

/** Types of steps whose page asks the reader for something. */
const ASKING: ReadonlySet<string> = new Set(['form', 'file_upload', 'checklist'])

/** The page of a step of the team: what there is to read, without anything to do. @param page that of its type */
export function teamPage(page: StepPage): StepPage {
  return {
    body: (visit) =>
      ASKING.has(visit.placed.step.type) ? <StepText visit={visit} step={visit.placed.step} /> : page.body(visit),
    foot: (visit) => <ReadingFoot visit={visit} />,
    post: async ({ reply, home, placed }) => seeOther(reply, pathOf(home, placed.step)),
    ...(page.frames && { frames: page.frames }),
  }
}
