import type { Reader } from '../../../storage/database.ts'
import type { DigestMail } from '../../contract.ts'
import type { Tellable, Today } from '../told.ts'

/** A thing that a member is told of by the digest. */
export interface DigestItem extends Tellable {
  enrollment_id: string
  customer: string
  guide: string
  /** Undefined for what concerns the whole enrollment. */
  step: string | undefined
  due_on: string | null
  /** When it came in, for what has no date. */
  since?: string | null
  quote?: { text: string; by: string }
  /** The tab of the enrollment that shows it. */
  tab: 'steps' | 'messages'
}

/** The member whose digest is written. */
export interface DigestOf extends Today {
  workspace_id: string
  user_id: string
  time_zone: string
  now: string
  /** What turned late until then was told. */
  until: string
}

/** A kind of thing that members are told of, each of which they can switch off. */
export interface DigestKind {
  mail: DigestMail
  find(reader: Reader, of: DigestOf): Promise<DigestItem[]>
}

/** Maximum number of things of one kind in a digest; the console has the others. */
export const MAX_OF_A_KIND = 30
