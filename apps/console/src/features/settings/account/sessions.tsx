import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { type I18n, useI18n } from '../../../i18n/i18n.ts'
import { Section } from './section.tsx'

/** Where the person is signed in. */
export function Sessions() {
  const i18n = useI18n()
  const { t, dayTime } = i18n
  const sessions = useOperation('listSessions', {})
  const end = useOperationMutation('revokeSession', { onSuccess: () => toasts.show(t('account.ended')) })
  const endOthers = useOperationMutation('revokeOtherSessions', {
    onSuccess: () => toasts.show(t('account.others_ended')),
  })
  return (
    <Section title={t('account.sessions')} lead={t('account.sessions_lead')}>
      <QueryView query={sessions}>
        {({ data }) => (
          <>
            <ul className="rows">
              {data.map(({ id, browser: name, system, current, last_used_at, created_at }) => {
                const used = dayTime(last_used_at)
                const browser = browserName(i18n, { browser: name, system })
                return (
                  <li key={id}>
                    <div className="grow">
                      <b>{browser}</b> {current && <span className="chip good">{t('account.current')}</span>}
                      <small>{t('account.used', { used, begun: dayTime(created_at) })}</small>
                    </div>
                    {!current && (
                      <Button
                        danger
                        aria-label={t('account.end_of', { browser, used })}
                        onClick={() => end.mutate({ id })}
                      >
                        {t('account.end')}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
            {data.length > 1 && (
              <div>
                <Button busy={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                  {t('account.end_others')}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

interface Named {
  browser: string | null
  system: string | null
}

function browserName({ t }: I18n, { browser, system }: Named): string {
  if (browser === null) return t('account.unknown_browser')
  return system === null ? browser : t('account.browser', { browser, system })
}
