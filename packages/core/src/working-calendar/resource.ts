import { resource } from '../resource.ts'
import { workingCalendarContract } from './contract.ts'

export const workingCalendar = resource(workingCalendarContract, {
  tables: {
    working_calendars: { of: 'workspace', unarchived: { from: 'all', because: 'workspace.json contains it' } },
    date_requests: { of: 'workspace', unarchived: { from: 'all', because: 'it is work under way' } },
  },
  section: {
    name: 'Working days',
    description: 'The weekdays and holidays of the workspace, from which due dates and targets are computed.',
  },
})
