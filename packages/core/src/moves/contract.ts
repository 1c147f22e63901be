/**
 * `checking` and `running` are work under way, each followed by the state that it leads to: `checked`, `done`. `failed`: it was
 * given up; what it did until then stays.
 */
export const MOVE_STATUSES = ['checking', 'checked', 'running', 'done', 'failed'] as const
export type MoveStatus = (typeof MOVE_STATUSES)[number]
