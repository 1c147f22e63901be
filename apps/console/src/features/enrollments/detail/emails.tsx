import { useList } from '../../../api/list/use-list.ts'
import type { Data } from '../../../api/operations.ts'
import { More } from '../../../components/list/more.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { EmailRows } from '../../outbox/email-rows.tsx'

/** The mail about an enrollment. */
export function Emails({ enrollment: { id } }: { enrollment: Data<'getEnrollment'> }) {
  const { t } = useI18n()
  const list = useList('listEmails', { enrollment_id: id }, { isWhole: true })
  return (
    <QueryView query={list.first}>
      {() => {
        const emails = list.known()
        if (emails.length === 0) return <p className="pad all soft">{t('outbox.none_here')}</p>
        return (
          <>
            <EmailRows emails={emails} />
            <More list={list} />
          </>
        )
      }}
    </QueryView>
  )
}
