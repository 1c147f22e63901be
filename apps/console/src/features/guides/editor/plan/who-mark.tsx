import { TEAM } from '@handrail/core/contract'
import { CalendarDays, FileCheck2 } from 'lucide-react'
import { WorkspaceLogo } from '../../../../components/workspace-logo.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useWorkspace } from '../../../../workspace/workspace.ts'
import type { Draft, Step } from '../../draft/draft.ts'
import { ruleText } from './rule-text.ts'
import './plan.css'

/** Who does a step, and whether it has a date and a review, in the outline: a role by its name, the team by its square. */
export function WhoMark({ step, draft }: { step: Step; draft: Draft }) {
  const i18n = useI18n()
  const { t } = i18n
  const { workspace } = useWorkspace()
  const role = draft.roles.find(({ id }) => id === step.responsible)
  return (
    <>
      {step.due && (
        <span className="due-mark" title={t('guide_plan.marks.due', { text: ruleText(step.due, draft, i18n) })}>
          <CalendarDays className="icon" aria-hidden />
          <span className="unseen">{t('guide_plan.marks.due', { text: ruleText(step.due, draft, i18n) })}</span>
        </span>
      )}
      {step.needs_review && (
        <span className="due-mark" title={t('guide_plan.reviewed')}>
          <FileCheck2 className="icon" aria-hidden />
          <span className="unseen">{t('guide_plan.reviewed')}</span>
        </span>
      )}
      {role && <span className="chip line">{role.name}</span>}
      {step.responsible === TEAM && (
        <span className="team-mark" title={t('guide_plan.we')}>
          <WorkspaceLogo workspace={workspace} />
          <span className="unseen">{t(step.internal ? 'guide_plan.internal' : 'guide_plan.we')}</span>
        </span>
      )}
    </>
  )
}
