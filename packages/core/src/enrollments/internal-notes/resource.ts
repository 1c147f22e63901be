import type { z } from 'zod'
import { exampleId, exampleTimes } from '../../fields/example.ts'
import { event, resource } from '../../resource.ts'
import { EnrollmentEventData, enrollmentEventExample } from '../events/data.ts'
import { internalNotesContract } from './contract.ts'
import { type InternalNote, ToldInternalNote } from './internal-note.ts'

const InternalNoteData = EnrollmentEventData.extend({
  internal_note: ToldInternalNote.meta({
    reference: 'The note without its text; `GET /enrollments/{id}/internal_notes/{internal_note_id}` has it.',
  }),
}).meta({ id: 'InternalNoteEventData', reference: 'The enrollment, with the note.' })

const told: z.infer<typeof ToldInternalNote> = {
  id: exampleId(13),
  enrollment_id: enrollmentEventExample.id,
  step_id: null,
  user_id: exampleId(20),
  author_name: 'Robin Example',
  mentions: [],
  ...exampleTimes,
}
const example: InternalNote = {
  ...told,
  written_with: null,
  body: 'Their firewall is the problem. I call them on Monday.',
}
const data = { ...enrollmentEventExample, internal_note: told }

/** What members write to each other about an enrollment. */
export const internalNotes = resource(internalNotesContract, {
  tables: {
    internal_notes: {
      of: 'enrollment',
      unarchived: { from: 'contact', because: 'only members read it' },
    },
  },
  section: {
    name: 'Internal notes',
    record: 'The note to read or change, from `GET /enrollments/{id}/internal_notes`.',
    description: 'What members write to each other about an enrollment. Contacts never see it.',
  },
  within: 'enrollments',
  events: {
    'internal_note.created': event(InternalNoteData, data),
    'internal_note.updated': event(InternalNoteData, data),
    'internal_note.deleted': event(InternalNoteData, data),
  },
  examples: {
    record: example,
    body: { body: example.body },
    changes: { body: 'They have opened the port. Nothing to do.' },
  },
})
