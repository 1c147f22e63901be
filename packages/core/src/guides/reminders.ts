/** The reminders of a guide, in days; null: no reminder of that kind. */
export interface ReminderSettings {
  not_started_after_days: number | null
  stalled_after_days: number | null
  expiring_before_days: number | null
}

type Given = { [K in keyof ReminderSettings]?: ReminderSettings[K] | undefined }

export const NO_REMINDERS: ReminderSettings = {
  not_started_after_days: null,
  stalled_after_days: null,
  expiring_before_days: null,
}

/** The settings after a change: omitted ones stay. */
export function remindersOf(given: Given, before: ReminderSettings): ReminderSettings {
  const {
    not_started_after_days = before.not_started_after_days,
    stalled_after_days = before.stalled_after_days,
    expiring_before_days = before.expiring_before_days,
  } = given
  return { not_started_after_days, stalled_after_days, expiring_before_days }
}
