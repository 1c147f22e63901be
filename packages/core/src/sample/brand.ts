import type { z } from 'zod'
import type { setWorkingCalendar } from '../working-calendar/operations.ts'
import type { updateWorkspace } from '../workspaces/operations/own-workspace.ts'

/** The looks of the sample workspace. */
export const BRAND: z.input<typeof updateWorkspace.input> = {
  colour: '#2f4fb5',
  time_zone: 'Europe/Berlin',
  sender_name: 'Acme Analytics',
  reply_to: 'success@acme.example',
  // Its contacts are made up: nobody reads their mail.
  sends_daily_mail: false,
}

/** The holidays of Hamburg that have a fixed date. */
const HOLIDAYS = [
  ['01-01', "New Year's Day"],
  ['05-01', 'Labour Day'],
  ['10-03', 'German Unity Day'],
  ['10-31', 'Reformation Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Second Day of Christmas'],
] as const

/** The working days of the sample workspace, with the holidays of a year and those around it. */
export function sampleCalendar(year: number): z.input<typeof setWorkingCalendar.input> {
  const holidays = [year - 1, year, year + 1].flatMap((one) =>
    HOLIDAYS.map(([day, name]) => ({ date: `${one}-${day}`, name })),
  )
  return { working_days: [1, 2, 3, 4, 5], holidays }
}

/** Rising columns with a line above them. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f4fb5"/><path d="M8 24v-6M14 24V14M20 24v-8M26 24V9" stroke="#fff" stroke-width="3" stroke-linecap="round"/><path d="m7 12 7-5 6 3 6-5" fill="none" stroke="#f4c66a" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
