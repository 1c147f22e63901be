/** The value of `responsible` for a step that any participant does. */
export const ANYONE = 'anyone'

/** The value of `responsible` for a step that a member does. */
export const TEAM = 'team'

/** Who does a step. */
export interface Responsibility {
  responsible?: string | undefined
  internal?: boolean | undefined
  assignee_id?: string | null | undefined
}

/** Whether a member does a step. */
export function isTeams({ responsible }: Responsibility): boolean {
  return responsible === TEAM
}

/** Whether contacts never see a step. */
export function isInternal({ responsible, internal }: Responsibility): boolean {
  return responsible === TEAM && internal === true
}
