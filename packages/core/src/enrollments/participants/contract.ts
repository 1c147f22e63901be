import { contract } from '../../contract/contract.ts'

/** The contacts who take part in an enrollment beside its primary contact. Their operations require the rights of enrollments. */
export const participantsContract = contract({
  name: 'participants',
  rights: {},
  events: {
    'participant.added': 'A contact takes part in an enrollment',
    'participant.removed': 'A participant was removed from an enrollment',
  },
  about: 'enrollments',
  reads: {
    listParticipants: { enrollments: 'any', contacts: 'any' },
    getParticipant: { enrollments: 'any', contacts: 'any' },
  },
})
