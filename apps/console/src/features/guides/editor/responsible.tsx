import { UsersRound } from 'lucide-react'
import { ChoiceField } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ANYONE, type Role, type Step } from '../draft/draft.ts'

interface ResponsibleChoiceProps {
  step: Step
  roles: readonly Role[]
  wrong: string | undefined
  onChange(changes: Pick<Step, 'responsible'>): void
}

/** Who does a step. Without roles there is nothing to choose. */
export function ResponsibleChoice({ step, roles, wrong, onChange }: ResponsibleChoiceProps) {
  const { t } = useI18n()
  if (roles.length === 0) return null
  return (
    <div className="step-type">
      <UsersRound className="icon" aria-hidden />
      <ChoiceField
        label={t('editor.responsible')}
        value={step.responsible}
        wrong={wrong}
        options={[[ANYONE, t('editor.anyone')], ...roles.map(({ id, name }) => [id, name] as const)]}
        onChange={(responsible) => onChange({ responsible })}
      />
    </div>
  )
}
