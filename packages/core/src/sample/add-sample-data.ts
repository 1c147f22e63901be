import type { Context } from '../context.ts'

/** The name of the sample workspace. */
export const SAMPLE_NAME = 'Acme Analytics'

/**
 * Fills an empty workspace as it would look after two months: 4 guides, 40 contacts in 8 organisations, 61 enrollments
 * in every status, one of them a plan with five people, dates and steps of the team. The assignee acts itself, so no mail is sent.
 * @param context with all rights in the workspace
 * @param owner_id of the assignee of the enrollments
 * @returns the address of a guide of an invited contact
 */
export async function addSampleData(context: Context, owner_id: string | undefined): Promise<{ guide_url: string }> {
  // The texts are loaded only when needed.
  const { fill } = await import('./fill.ts')
  return fill(context, owner_id)
}
