import { useCallback, useState } from 'react'
import type { Rows } from '../../api/list/use-list.ts'
import { ListTable, type RowProps } from '../../components/list/list-table.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { type Email, EmailHead, EmailStatus } from './email.tsx'
import { EmailDialog } from './email-dialog.tsx'

/** Mail with what became of it, however much; each can be read, and sent again. */
export function EmailTable({ list }: { list: Rows<Email> }) {
  const { t } = useI18n()
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
      <th scope="col">{t('outbox.mail')}</th>
      <th scope="col">{t('enrollments.status')}</th>
    </tr>
  )
  return (
    <>
      <ListTable list={list} columns={2} head={head} row={row} />
      {open && <EmailDialog email={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
