import { useOperation } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { AreaField, ChoiceField, Field, Tick } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Draft } from '../draft/draft.ts'
import type { Editing } from './saving/use-draft.ts'

type Days = 'expires_after_days' | 'not_started_after_days' | 'stalled_after_days' | 'expiring_before_days'
const DAYS: readonly Days[] = [
  'expires_after_days',
  'not_started_after_days',
  'stalled_after_days',
  'expiring_before_days',
]

/** The settings of a guide: texts, expiry, reminders and assignee. */
export function SettingsDialog({ editing, onClose }: { editing: Editing; onClose(): void }) {
  const { t } = useI18n()
  const colleagues = useOperation('listColleagues', {}).data?.data ?? []
  const { sections: _sections, title: _title, default_assignee_id, ...settings } = editing.draft
  const initial = { ...settings, assignee: default_assignee_id ?? '' }
  const save = async ({ assignee, ...changes }: typeof initial) =>
    editing.change((draft): Draft => ({ ...draft, ...changes, default_assignee_id: assignee || null }))
  return (
    <FormDialog title={t('editor.settings')} action={t('common.done')} initial={initial} save={save} onClose={onClose}>
      {({ values, set, text }) => (
        <>
          <AreaField label={t('guides.description')} hint={t('editor.description_hint')} {...text('description')} />
          <ChoiceField
            label={t('editor.default_assignee')}
            value={values.assignee}
            options={[
              ['', t('editor.who_enrolls')],
              ...colleagues.map(({ user_id, name }) => [user_id, name] as const),
            ]}
            onChange={(assignee) => set('assignee', assignee)}
          />
          <div className="pair">
            {DAYS.map((name) => (
              <Field key={name} label={t(`editor.days.${name}`)} hint={t('editor.days.empty')}>
                {(own) => (
                  <input
                    className="input"
                    type="number"
                    min={1}
                    max={name === 'expires_after_days' ? 3650 : 365}
                    {...own}
                    value={values[name] ?? ''}
                    onChange={({ target: { value } }) =>
                      set(name, value === '' ? null : Math.max(1, Math.round(Number(value))))
                    }
                  />
                )}
              </Field>
            ))}
          </div>
          <AreaField
            label={t('editor.completion_message')}
            hint={t('editor.completion_hint')}
            {...text('completion_message')}
          />
          <Tick
            label={t('editor.asks_effort')}
            checked={values.asks_effort}
            onChange={(asks) => set('asks_effort', asks)}
          />
        </>
      )}
    </FormDialog>
  )
}
