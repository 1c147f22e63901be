import { usePages } from '../../door/hooks.ts'
import type { Data } from '../../door/operations.ts'
import { EmailRows } from '../../outbox/email-rows.tsx'
import { More } from '../../parts/list/more.tsx'
import { Answered } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'

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
