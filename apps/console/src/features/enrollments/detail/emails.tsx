import type { Data } from '../../../api/operations.ts'
import { usePages } from '../../../api/use-operation.ts'
import { More } from '../../../components/list/more.tsx'
import { Answered } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { EmailRows } from '../../outbox/email-rows.tsx'

/** What was mailed about this enrollment. */
export function Emails({ enrollment: { id } }: { enrollment: Data<'getEnrollment'> }) {
  const { say } = useWords()
  const query = usePages('listEmails', { enrollment_id: id })
  return (
    <Answered query={query}>
      {({ pages }) => {
        const emails = pages.flatMap(({ data }) => data)
        if (emails.length === 0) return <p className="pad all soft">{say('outbox.none_here')}</p>
        return (
          <>
            <EmailRows emails={emails} />
            <More query={query} />
          </>
        )
      }}
    </Answered>
  )
}
