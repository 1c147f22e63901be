import type { TemplateName } from '@handrail/core/contract'
import { LayoutTemplate, type LucideIcon, Rocket, ShieldCheck, SquareDashed } from 'lucide-react'
import { useState } from 'react'
import { useFault } from '../../../api/fault.ts'
import { Button } from '../../../components/button.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { NewGuideDialog } from '../../guides/new/new-guide.tsx'
import { OpenJson } from '../../guides/new/open-json.tsx'
import { useNewGuide } from '../../guides/new/use-new-guide.ts'

/** Templates for most teams. A button shows the others. */
const OFFERED: readonly { template: TemplateName | undefined; icon: LucideIcon }[] = [
  { template: 'kick_off', icon: Rocket },
  { template: 'security_review', icon: ShieldCheck },
  { template: undefined, icon: SquareDashed },
]

/** The first guide with one press, of a template or empty, or of a file. */
export function FirstGuide() {
  const { t } = useI18n()
  const [adding, setAdding] = useState(false)
  const { make, isPending, error } = useNewGuide()
  const begin = (template: TemplateName | undefined) => make(template, template ? '' : t('guides.untitled'))
  const fault = useFault(error)
  return (
    <div className="first-guide">
      <div className="first-cards">
        {OFFERED.map(({ template, icon: Icon }) => (
          <button
            key={template ?? 'empty'}
            type="button"
            className="first-card"
            aria-disabled={isPending || undefined}
            // The error is shown below.
            onClick={() => !isPending && void begin(template).catch(() => undefined)}
          >
            <Icon className="icon" aria-hidden />
            <b>{t(`templates.${template ?? 'empty'}`)}</b>
            <small>{t(`templates.${template ?? 'empty'}_text`)}</small>
          </button>
        ))}
      </div>
      {fault && <Fault fault={fault} />}
      <div className="row wrap">
        <Button onClick={() => setAdding(true)}>
          <LayoutTemplate className="icon" aria-hidden />
          {t('first.templates')}
        </Button>
        <OpenJson />
      </div>
      {adding && <NewGuideDialog onClose={() => setAdding(false)} />}
    </div>
  )
}
