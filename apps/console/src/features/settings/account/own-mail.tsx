import { MEMBER_MAILS } from '@handrail/core/contract'
import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Tick } from '../../../components/form/field.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { Section } from './section.tsx'

/** Which mail about the own work arrives, in workspaces with plans. */
export function OwnMail() {
  return useWorkspace().workspace.uses_plans ? <Mail /> : null
}

function Mail() {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const query = useOperation('getOwnMail', {})
  return (
    <Section title={t('account.mail')} lead={t('account.mail_text', { workspace: workspace.name })}>
      <QueryView query={query}>{({ data }) => <Kinds settings={data} />}</QueryView>
    </Section>
  )
}

/** Each kind is saved when it is ticked. */
function Kinds({ settings }: { settings: Data<'getOwnMail'> }) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState(settings)
  const change = useOperationMutation('setOwnMail', { onSuccess: () => toasts.show(t('common.saved')) })
  return (
    <div className="stack close">
      {MEMBER_MAILS.map((kind) => (
        <Tick
          key={kind}
          label={t(`account.mail_kind.${kind}`)}
          checked={chosen[kind]}
          onChange={(isOn) => {
            setChosen((before) => ({ ...before, [kind]: isOn }))
            const back = () => setChosen((before) => ({ ...before, [kind]: !isOn }))
            change.mutate({ [kind]: isOn }, { onError: back })
          }}
        />
      ))}
    </div>
  )
}
