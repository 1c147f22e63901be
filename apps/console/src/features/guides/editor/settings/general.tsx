import { useOperation } from '../../../../api/use-operation.ts'
import { AreaField, ChoiceField } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Editing } from '../saving/use-draft.ts'
import { DaysField } from './days-field.tsx'

/** The description, the member for new contacts, and the expiry of links. */
export function GeneralSettings({ editing }: { editing: Editing }) {
  const { t } = useI18n()
  const { draft, change } = editing
  const colleagues = useOperation('listColleagues', {}).data?.data ?? []
  return (
    <section className="card">
      <div className="pad all fields">
        <AreaField
          label={t('guides.description')}
          hint={t('editor.description_hint')}
          value={draft.description}
          onChange={(description) => change((before) => ({ ...before, description }))}
        />
        <ChoiceField
          label={t('editor.default_assignee')}
          value={draft.default_assignee_id ?? ''}
          options={[['', t('editor.who_enrolls')], ...colleagues.map(({ user_id, name }) => [user_id, name] as const)]}
          onChange={(assignee) => change((before) => ({ ...before, default_assignee_id: assignee || null }))}
        />
        <DaysField editing={editing} name="expires_after_days" />
      </div>
    </section>
  )
}
