/** The placeholders in the order of their buttons. */
export const PLACEHOLDER_NAMES = [
  'member_name',
  'contact_first_name',
  'contact_name',
  'guide_title',
  'workspace_name',
  'link',
  'steps',
  'progress',
  'expires_on',
] as const
