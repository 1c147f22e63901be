import { useOperation } from '../../../../api/use-operation.ts'
import { Field, TextField } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { Link } from '../../../../workspace/link.tsx'
import { useCan } from '../../../../workspace/workspace.ts'
import type { Editing } from '../saving/use-draft.ts'

const MAX_DAYS = 3650

/** The target of enrollments: its name for customers, and the day it is on unless a member chooses another one. */
export function Target({ editing: { draft, change } }: { editing: Editing }) {
  const { t } = useI18n()
  const days = draft.target_after_days
  return (
    <section className="card" aria-labelledby="target">
      <header>
        <h3 id="target">{t('guide_settings.people.target')}</h3>
        <span className="soft grow">{t('guide_settings.people.target_hint')}</span>
      </header>
      <div className="pad all target">
        <TextField
          label={t('guide_settings.people.target_label')}
          value={draft.target_label}
          maxLength={50}
          placeholder={t('guide_settings.people.target_example')}
          onChange={(target_label) => change((before) => ({ ...before, target_label }))}
        />
        <Field label={t('guide_settings.people.target_days')} hint={t('guide_settings.people.no_target')}>
          {(own) => (
            <span className="row">
              <input
                className="input"
                type="number"
                min={1}
                max={MAX_DAYS}
                {...own}
                value={days ?? ''}
                onChange={({ target: { value } }) => {
                  const given = value === '' ? null : Math.min(MAX_DAYS, Math.max(1, Math.round(Number(value))))
                  change((before) => ({ ...before, target_after_days: given }))
                }}
              />
              <span className="soft" aria-hidden>
                {t('guide_settings.people.target_unit', { count: days ?? 0 })}
              </span>
            </span>
          )}
        </Field>
      </div>
      <CountedDays />
    </section>
  )
}

/** Which days count for dates, in the whole workspace. */
function CountedDays() {
  const { t, weekday } = useI18n()
  const mayChange = useCan('working_calendar:write')
  const calendar = useOperation('getWorkingCalendar', {}, { enabled: useCan('enrollments:read') }).data?.data
  if (!calendar) return null
  const days = calendar.working_days.map(weekday).join(', ')
  const { length } = calendar.holidays
  return (
    <p className="pad all soft counted-days">
      {length === 0
        ? t('guide_settings.people.counts', { days })
        : t('guide_settings.people.counts_without', { days, count: length })}{' '}
      {mayChange && <Link to="/settings">{t('guide_settings.people.change_days')}</Link>}
    </p>
  )
}
