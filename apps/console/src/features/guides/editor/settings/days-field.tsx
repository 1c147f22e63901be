import { Field } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Editing } from '../saving/use-draft.ts'

export type Days = 'expires_after_days' | 'not_started_after_days' | 'stalled_after_days' | 'expiring_before_days'

/** A number of days; empty for never. */
export function DaysField({ editing: { draft, change }, name }: { editing: Editing; name: Days }) {
  const { t } = useI18n()
  return (
    <Field label={t(`editor.days.${name}`)} hint={t('editor.days.empty')}>
      {(own) => (
        <input
          className="input"
          type="number"
          min={1}
          max={name === 'expires_after_days' ? 3650 : 365}
          {...own}
          value={draft[name] ?? ''}
          onChange={({ target: { value } }) => {
            const days = value === '' ? null : Math.max(1, Math.round(Number(value)))
            change((before) => ({ ...before, [name]: days }))
          }}
        />
      )}
    </Field>
  )
}
