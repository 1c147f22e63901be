import { ANYONE, TEAM } from '@handrail/core/contract'
import { Tick } from '../../../../components/form/field.tsx'
import { RadioList } from '../../../../components/form/radio-list.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { type Role, type Step, withResponsible } from '../../draft/draft.ts'
import { MemberChoice } from './member-choice.tsx'

interface WhoProps {
  step: Step
  roles: readonly Role[]
  /** The errors of the step, by field. */
  wrong: Readonly<Record<string, string>>
  change(next: (step: Step) => Step): void
  /** Opens the settings with the roles. */
  onRoles(): void
}

/** Who does a step: anyone of the customer, a role, or the team. */
export function Who({ step, roles, wrong, change, onRoles }: WhoProps) {
  const { t } = useI18n()
  const { responsible } = step
  const kind = responsible === ANYONE || responsible === TEAM ? responsible : 'role'
  const choose = (next: string) => change((one) => withResponsible(one, next))
  const [first] = roles
  return (
    <div className="plan-part">
      <RadioList
        legend={t('guide_plan.who')}
        value={kind}
        wrong={wrong.responsible ?? wrong.assignee_id ?? wrong.internal}
        options={[
          { value: ANYONE, text: t('guide_plan.anyone') },
          {
            value: 'role',
            text: t('guide_plan.a_role'),
            isDisabled: !first && kind !== 'role',
            beside: <RoleChoice step={step} roles={roles} onChange={choose} onRoles={onRoles} />,
          },
          {
            value: TEAM,
            text: t('guide_plan.we'),
            // Only customers approve.
            isDisabled: step.type === 'approval',
            beside: kind === TEAM && (
              <MemberChoice
                label={t('guide_plan.member')}
                value={step.assignee_id}
                onChange={(id) => change((one) => ({ ...one, assignee_id: id }))}
              />
            ),
          },
        ]}
        onChange={(next) => choose(next === 'role' ? (first?.id ?? ANYONE) : next)}
      />
      {step.type === 'approval' && <p className="hint">{t('guide_plan.approval_hint')}</p>}
      {kind === 'role' && <p className="hint">{t('guide_plan.role_hint')}</p>}
      {kind === TEAM && (
        <Tick
          label={t('guide_plan.internal')}
          hint={t('guide_plan.internal_hint')}
          checked={step.internal}
          onChange={(internal) => change((one) => ({ ...one, internal }))}
        />
      )}
    </div>
  )
}

interface RoleChoiceProps extends Pick<WhoProps, 'step' | 'roles' | 'onRoles'> {
  onChange(role: string): void
}

function RoleChoice({ step: { responsible }, roles, onChange, onRoles }: RoleChoiceProps) {
  const { t } = useI18n()
  if (roles.length === 0)
    return (
      <button type="button" className="link" onClick={onRoles}>
        {t('guide_plan.no_roles')}
      </button>
    )
  if (responsible === ANYONE || responsible === TEAM) return null
  return (
    <select
      className="input"
      aria-label={t('guide_plan.role')}
      value={responsible}
      onChange={({ target: { value } }) => onChange(value)}
    >
      {roles.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
