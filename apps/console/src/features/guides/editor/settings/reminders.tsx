import type { Editing } from '../saving/use-draft.ts'
import { type Days, DaysField } from './days-field.tsx'

const REMINDERS: readonly Days[] = ['not_started_after_days', 'stalled_after_days', 'expiring_before_days']

/** When contacts are reminded. */
export function ReminderSettings({ editing }: { editing: Editing }) {
  return (
    <section className="card">
      <div className="pad all fields">
        {REMINDERS.map((name) => (
          <DaysField key={name} editing={editing} name={name} />
        ))}
      </div>
    </section>
  )
}
