import { contract } from '../contract/contract.ts'

/** Maximum number of holidays in one year, and in all. */
export const MAX_HOLIDAYS_A_YEAR = 260
export const MAX_HOLIDAYS = 1000

export const workingCalendarContract = contract({
  name: 'working_calendar',
  label: { en: 'Working days', de: 'Arbeitstage' },
  // Whoever reads enrollments reads it.
  rights: {
    'working_calendar:write': {
      holder: 'admin',
      scope: {
        description: 'Change working days and holidays',
        name: { en: 'Change working days', de: 'Arbeitstage ändern' },
        byName: true,
      },
    },
  },
  reads: {
    getWorkingCalendar: {},
  },
})
