import { Mailbox } from 'lucide-react'
import { useList } from '../../api/list/use-list.ts'
import { Button } from '../../components/button.tsx'
import { ExportButton } from '../../components/export/export-button.tsx'
import { Filter } from '../../components/list/filter.tsx'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { EmailTable } from './email-table.tsx'
import { KeptMail } from './kept-mail.tsx'

const STATUSES = ['waiting', 'sent', 'failed', 'kept', 'skipped'] as const

/** Everything that is mailed, whether or not there is a mail server. */
export function OutboxPage() {
  const { t } = useI18n()
  const [{ status = '' }, change] = useFilters()
  const known = STATUSES.find((one) => one === status)
  const list = useList('listEmails', known ? { status: known } : {})
  const clear = known && <Button onClick={() => change({ status: undefined })}>{t('common.clear_filters')}</Button>
  return (
    <>
      <div className="head">
        <h1>{t('nav.outbox')}</h1>
        <div className="acts">
          <ExportButton list="emails" filters={known ? { status: known } : {}} />
        </div>
      </div>
      <p className="lead">{t('outbox.lead')}</p>
      <div className="tools">
        <Filter
          label={t('enrollments.status')}
          value={status}
          all={t('outbox.all')}
          options={STATUSES.map((one) => [one, t(`outbox.status.${one}`)] as const)}
          onChange={(chosen) => change({ status: chosen })}
        />
      </div>
      <KeptMail onShow={known === 'kept' ? undefined : () => change({ status: 'kept' })} />
      <QueryView query={list.first}>
        {() =>
          list.count === 0 ? (
            <div className="card">
              <Empty icon={Mailbox} title={t('outbox.none')} actions={clear}>
                {t('outbox.none_text')}
              </Empty>
            </div>
          ) : (
            <EmailTable list={list} />
          )
        }
      </QueryView>
    </>
  )
}
