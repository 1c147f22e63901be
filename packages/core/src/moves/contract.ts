/**
 * `checking` and `running` are work under way, each followed by its final state: `checked`, `done`. `failed`: the move
 * was cancelled; enrollments moved before stay moved.
 */
export const MOVE_STATUSES = ['checking', 'checked', 'running', 'done', 'failed'] as const
export type MoveStatus = (typeof MOVE_STATUSES)[number]
