import { useOperation } from '../../../../api/use-operation.ts'
import { useI18n } from '../../../../i18n/i18n.ts'

interface MemberChoiceProps {
  label: string
  /** The id of the member; null for whoever looks after the enrollment. */
  value: string | null
  onChange(id: string | null): void
}

/** Which member does or reviews a step. */
export function MemberChoice({ label, value, onChange }: MemberChoiceProps) {
  const { t } = useI18n()
  const members = useOperation('listColleagues', {}).data?.data
  const isGone = value !== null && members && !members.some(({ user_id }) => user_id === value)
  return (
    <select
      className="input"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">{t('guide_plan.whoever')}</option>
      {isGone && <option value={value}>{t('guide_plan.former')}</option>}
      {members?.map(({ user_id, name }) => (
        <option key={user_id} value={user_id}>
          {name}
        </option>
      ))}
    </select>
  )
}
