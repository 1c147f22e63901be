import type { Reader } from '../../../storage/database.ts'
import type { Tellable, Today } from '../told.ts'
import type { OwnPlan } from './own-plans.ts'

/** What a mail says of a plan. */
export interface LetterPlan {
  enrollment: Pick<OwnPlan['enrollment'], 'id' | 'target_date' | 'participants_count'>
  version: OwnPlan['version']
}

/** A thing that is a contact's. */
export interface OwnItem<P extends LetterPlan = OwnPlan> extends Tellable {
  plan: P
  /** Undefined for what concerns the whole guide. */
  step: { id: string; title: string; estimated_minutes?: number | null | undefined } | undefined
  due_on: string | null
  /** The title of the section that opened. */
  section?: string
  /** What a person of the team wrote, and that person's name. */
  quote?: { text: string; by: string }
  /** What that is, if it is not the answer to a question. */
  about?: 'changes'
}

/** A kind of thing that contacts are told of by the daily mail: finds those of a plan. */
export type OwnKind = (reader: Reader, plan: OwnPlan, day: OwnDay) => Promise<OwnItem[]> | OwnItem[]

/** The day of a contact. */
export interface OwnDay extends Today {
  now: string
}
