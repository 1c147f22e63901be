import type { Data } from '../../../api/operations.ts'
import { usePages } from '../../../api/use-operation.ts'
import { More } from '../../../components/list/more.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { EmailRows } from '../../outbox/email-rows.tsx'

/** What was mailed about this enrollment. */
export function Emails({ enrollment: { id } }: { enrollment: Data<'getEnrollment'> }) {
  const { t } = useI18n()
  const query = usePages('listEmails', { enrollment_id: id })
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const emails = pages.flatMap(({ data }) => data)
        if (emails.length === 0) return <p className="pad all soft">{t('outbox.none_here')}</p>
        return (
          <>
            <EmailRows emails={emails} />
            <More query={query} />
          </>
        )
      }}
    </QueryView>
  )
}
