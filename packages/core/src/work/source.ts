import type { Reader } from '../storage/database.ts'
import type { WorkKind } from './contract.ts'

/** Whose work is asked for: that of a member, that of nobody (null), or everybody's. */
export type Whose = { assignee_id: string | null } | 'everybody'

export interface Asked {
  workspace_id: string
  whose: Whose
  /** The date in the time zone of the workspace. */
  today: string
}

/** The place of an item among those of a part of the list, by which the next page begins. */
export interface Place {
  at: string
  enrollment_id: string
  step_id: string
}

/** An item without its names. */
export interface Found extends Place {
  kind: WorkKind
  assignee_id: string | null
}

/** A part of the list, in which all items are of one kind. The parts follow each other. */
export interface Part {
  kind: WorkKind
  next(reader: Reader, asked: Asked, page: { after: Place | undefined; limit: number }): Promise<Found[]>
}
