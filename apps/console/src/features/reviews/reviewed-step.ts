import type { Data } from '../../api/operations.ts'

type Plan = Data<'getEnrollmentSteps'>

/** A step of an enrollment: how it stands, and what the guide asks for. */
export type ReviewedStep = Plan['steps'][number] & { content: Plan['sections'][number]['steps'][number]['content'] }

export function reviewedStep(plan: Plan | undefined, id: string): ReviewedStep | undefined {
  const written = plan?.sections.flatMap(({ steps }) => steps).find((step) => step.id === id)
  const planned = plan?.steps.find((step) => step.id === id)
  return written && planned && { ...planned, content: written.content }
}
