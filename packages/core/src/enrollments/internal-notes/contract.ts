import { contract } from '../../contract/contract.ts'

/** What members write to each other about an enrollment. The operations require the rights of enrollments; contacts have none of them. */
export const internalNotesContract = contract({
  name: 'internal_notes',
  rights: {},
  events: {
    'internal_note.created': 'A member wrote an internal note on an enrollment; the event has its ID, not its text',
    'internal_note.updated': 'An internal note was changed',
    'internal_note.deleted': 'An internal note was deleted',
  },
  about: 'enrollments',
  reads: {
    listInternalNotes: { enrollments: 'any' },
    getInternalNote: { enrollments: 'any' },
  },
})
