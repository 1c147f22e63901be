import { type Operation, operations } from '@handrail/core'
import type { LoadPlayer } from '../../player/load.ts'
import type { Params } from '../protocol/protocol.ts'

/** Draws what a tool shows: its answer with pages, which only this side can draw, in place of what they are drawn from. */
export type Draw = (operation: Operation, answer: Params) => Promise<Params>

export const drawNothing: Draw = async (_operation, answer) => answer

export function createDraw(loadPlayer: LoadPlayer): Draw {
  return async ({ name }, answer) => {
    if (name !== operations.showGuideDraft.name) return answer
    const { link, view, ...data } = operations.showGuideDraft.output.parse(answer).data
    // Loaded with the first page: most assistants ask for none.
    const { drawDraftPage } = await import('../../player/drawn/draft-page.tsx')
    const { html, styles } = await drawDraftPage(await loadPlayer(), { link, view, step_id: data.step_id })
    const sections = view.guide.sections.map(({ title, steps }) => ({
      title,
      steps: steps.map(({ id, title: of }) => ({ id, title: of })),
    }))
    // The styles are those of all pages: they come with the overview.
    return { data: { ...data, sections, page: html, ...(data.step_id === null && { styles }) } }
  }
}
