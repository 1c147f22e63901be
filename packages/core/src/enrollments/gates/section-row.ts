import type { Tables } from '../../storage/tables/tables.ts'

export type SectionRow = Tables['enrollment_sections']['$inferSelect']

/** What a row says beside its key and its times. */
export type Opening = Pick<SectionRow, 'opens_on' | 'opens_at' | 'opened_at' | 'opened_by' | 'seen_at'>

/** The day on which a section opens, and when that begins. */
export interface OpeningDay {
  opens_on: string
  opens_at: string
}

/** What a row would say of a section that has none: it is closed. */
export const CLOSED: Opening = { opens_on: null, opens_at: null, opened_at: null, opened_by: null, seen_at: null }

export function openingIn({ opens_on, opens_at, opened_at, opened_by, seen_at }: SectionRow): Opening {
  return { opens_on, opens_at, opened_at, opened_by, seen_at }
}
