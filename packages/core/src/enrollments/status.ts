export const STATUSES = ['invited', 'in_progress', 'completed', 'expired'] as const
export type Status = (typeof STATUSES)[number]

/** Whether its contact can still work on it: of these, a contact has one at most for a guide. */
export function isOpen(status: string): boolean {
  return status === 'invited' || status === 'in_progress'
}
