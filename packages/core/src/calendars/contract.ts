import { contract } from '../contract/contract.ts'

/** The calendars of members and contacts: addresses at which other programs fetch their dates. */
export const calendarsContract = contract({
  name: 'calendars',
  // Whoever reads enrollments, or follows one, has dates.
  rights: {},
  reads: {
    getOwnCalendar: {},
  },
})
