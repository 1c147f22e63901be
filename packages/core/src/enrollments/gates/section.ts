import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { WaitsFor } from './closed-sections.ts'
import { CLOSED, type Opening } from './section-row.ts'

/** What an enrollment says of a section: whether it is open, and what it waits for. */
export const SectionOpening = {
  opened_at: Timestamp.nullable().describe('null while it is closed, and for sections that open at once').meta({
    reference: 'When it was opened; `null` while it is closed, and for a section that is open from the beginning.',
  }),
  opened_by: z
    .string()
    .nullable()
    .describe('The kind and ID of the caller who opened it: `member <id>`; null if it opened by itself')
    .meta({
      reference: 'Who opened it: the kind of caller and its id, such as `member <id>`; `null` if it opened by itself.',
    }),
  waits_for: WaitsFor.nullable()
    .describe('null for an open section')
    .meta({ reference: 'What it waits for; `null` for an open section.' }),
  can_close: z
    .boolean()
    .describe('Whether it was opened by a member, and nobody of the customer has looked since')
    .meta({
      reference:
        'Whether it can be closed again: a member opened it, and nobody of the customer has looked at the guide since.',
    }),
}

/** A section of an enrollment. */
export const EnrollmentSection = z
  .object({
    id: OutputId.meta({ reference: 'The section of the guide.' }),
    enrollment_id: OutputId.meta({ reference: 'The enrollment in which it opens.' }),
    title: z.string().meta({ reference: 'Title of the section.' }),
    ...SectionOpening,
  })
  .meta({ id: 'EnrollmentSection', reference: 'A section of a guide as it stands for one enrollment.' })

/** The fields of a section. */
export function openingOf(
  { id }: Pick<StoredSection, 'id'>,
  opening: Opening = CLOSED,
  closed: ReadonlyMap<string, WaitsFor>,
) {
  const { opened_at, opened_by, seen_at } = opening
  return {
    opened_at,
    opened_by,
    waits_for: closed.get(id) ?? null,
    can_close: opened_at !== null && opened_by !== null && seen_at === null,
  }
}
