import { ALL_SCOPES, type Handrail, operations } from '@handrail/core'
import { addSampleData, SAMPLE_NAME } from '@handrail/core/internal'
import { DEMO_OWNER } from './demo-owner.ts'

const OWNER = { email: DEMO_OWNER, name: 'Robin Acme' }

/** The sample workspace and its credentials. */
export interface Demo {
  workspace: string
  /** The e-mail address of the owner. */
  owner: string
  token: string
  /** The guide of an invited contact. */
  guide: string
}

/**
 * Fills an empty instance with a workspace as it would look after two months.
 * @throws AppError `conflict` when it is not empty
 */
export async function seedDemo(handrail: Handrail): Promise<Demo> {
  const system = await handrail.asSystem()
  const { data: workspace } = await system.invoke(operations.createFirstWorkspace, { name: SAMPLE_NAME, owner: OWNER })
  const bound = await handrail.asSystem(workspace.id)
  const [owner] = (await bound.invoke(operations.listMembers, {})).data
  const { guide_url: guide } = await addSampleData(bound.context, owner?.user_id)
  const key = await bound.invoke(operations.createApiKey, { name: 'Sample key', scopes: [...ALL_SCOPES] })
  return { workspace: workspace.name, owner: OWNER.email, token: key.data.token, guide }
}
