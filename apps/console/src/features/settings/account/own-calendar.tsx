import { useEffect } from 'react'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { Section } from './section.tsx'

/** Of the link in the digest of a member. */
const ANCHOR = 'calendar'

/** The secret address of a calendar with the member's steps, in workspaces with plans. */
export function OwnCalendar() {
  return useWorkspace().workspace.uses_plans ? <Calendar /> : null
}

function Calendar() {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const query = useOperation('getOwnCalendar', {})
  const renew = useOperationMutation('renewOwnCalendar')
  const remove = useOperationMutation('removeOwnCalendar')
  const isShown = query.data !== undefined
  useEffect(() => {
    // The browser looked for it before the page was there.
    if (isShown && window.location.hash === `#${ANCHOR}`) document.getElementById(ANCHOR)?.scrollIntoView()
  }, [isShown])
  return (
    <Section
      anchor={ANCHOR}
      title={t('account.calendar')}
      lead={t('account.calendar_text', { workspace: workspace.name })}
    >
      <QueryView query={query}>
        {({ data: { url } }) => (
          <div className="stack close">
            {url && (
              <div className="secret">
                <code>{url}</code>
                <CopyButton text={url} />
              </div>
            )}
            <div className="row">
              <Button busy={renew.isPending} onClick={() => renew.mutate({})}>
                {t(url ? 'account.calendar_renew' : 'account.calendar_make')}
              </Button>
              {url && (
                <Button busy={remove.isPending} onClick={() => remove.mutate({})}>
                  {t('account.calendar_remove')}
                </Button>
              )}
            </div>
          </div>
        )}
      </QueryView>
    </Section>
  )
}
