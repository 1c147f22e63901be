import type { Context } from '../context.ts'

/** What the sample workspace is called. */
export const SAMPLE_NAME = 'Acme Analytics'

/**
 * Fills a workspace that is empty as it would look after two months: 3 guides, 40 contacts in 8 organisations, 60
 * enrollments in every status. Where the member who looks after them does it, nobody is sent mail.
 * @param context of whoever has all rights in it
 * @param owner_id of the member who looks after the enrollments
 * @returns where a contact who was invited follows a guide
 */
export async function addSampleData(context: Context, owner_id: string | undefined): Promise<{ guide_url: string }> {
  // Its texts are of no use to anything else: they are loaded when they are wanted.
  const { fill } = await import('./fill.ts')
  return fill(context, owner_id)
}
