import { useCallback, useState } from 'react'
import { ListTable, type RowProps } from '../parts/list/list-table.tsx'
import type { Rows } from '../parts/list/use-list.ts'
import { useWords } from '../words/words.ts'
import { type Email, EmailHead, EmailStatus } from './email.tsx'
import { EmailDialog } from './email-dialog.tsx'

/** Mail with what became of it, however much; each can be read, and sent again. */
export function EmailTable({ list }: { list: Rows<Email> }) {
  const { say } = useWords()
  const [open, setOpen] = useState<Email>()
  const row = useCallback(
    (email: Email, own: RowProps) => (
      <tr {...own}>
        <td>
          <EmailHead email={email} onOpen={setOpen} />
        </td>
        <td>
          <EmailStatus status={email.status} />
        </td>
      </tr>
    ),
    [],
  )
  const head = (
    <tr>
      <th scope="col">{say('outbox.mail')}</th>
      <th scope="col">{say('enrollments.status')}</th>
    </tr>
  )
  return (
    <>
      <ListTable list={list} columns={2} head={head} row={row} />
      {open && <EmailDialog email={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
