import { Mailbox } from 'lucide-react'
import { useList } from '../../api/list/use-list.ts'
import { Button } from '../../components/button.tsx'
import { ExportButton } from '../../components/export/export-button.tsx'
import { Filter } from '../../components/list/filter.tsx'
import { Answered, Empty } from '../../components/query-view.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { EmailTable } from './email-table.tsx'

const STATUSES = ['waiting', 'sent', 'failed', 'kept', 'skipped'] as const

/** Everything that is mailed, whether or not there is a mail server. */
export function OutboxPage() {
  const { say } = useWords()
  const [{ status = '' }, change] = useFilters()
  const known = STATUSES.find((one) => one === status)
  const list = useList('listEmails', known ? { status: known } : {})
  const clear = known && <Button onClick={() => change({ status: undefined })}>{say('common.clear_filters')}</Button>
  return (
    <>
      <div className="head">
        <h1>{say('place.outbox')}</h1>
        <div className="acts">
          <ExportButton list="emails" filters={known ? { status: known } : {}} />
        </div>
      </div>
      <p className="lead">{say('outbox.lead')}</p>
      <div className="tools">
        <Filter
          label={say('enrollments.status')}
          value={status}
          all={say('outbox.all')}
          options={STATUSES.map((one) => [one, say(`outbox.status.${one}`)] as const)}
          onChange={(chosen) => change({ status: chosen })}
        />
      </div>
      <Answered query={list.first}>
        {() =>
          list.count === 0 ? (
            <div className="card">
              <Empty icon={Mailbox} title={say('outbox.none')} actions={clear}>
                {say('outbox.none_text')}
              </Empty>
            </div>
          ) : (
            <EmailTable list={list} />
          )
        }
      </Answered>
    </>
  )
}
