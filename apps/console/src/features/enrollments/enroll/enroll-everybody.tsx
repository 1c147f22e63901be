import { useEffect, useState } from 'react'
import { useList } from '../../../api/list/use-list.ts'
import type { Item } from '../../../api/operations.ts'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { QueryPending } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { EnrollDialog } from './enroll.tsx'

interface EnrollEverybodyProps {
  organisation: Item<'listOrganisations'>
  onClose(): void
}

/** Enrolls all contacts of an organisation, those that it has at this moment. */
export function EnrollEverybody({ organisation, onClose }: EnrollEverybodyProps) {
  const { t } = useI18n()
  const list = useList('listContacts', { organisation_id: organisation.id }, { isWhole: true, perPage: 100 })
  const [contacts, setContacts] = useState<readonly Item<'listContacts'>[]>()
  useEffect(() => {
    if (contacts) return
    if (list.canLoad) list.more()
    else if (list.first.data && !list.hasMore && !list.isLoadingMore) setContacts(list.known())
  })
  if (contacts) return <EnrollDialog contacts={contacts} onClose={onClose} />
  return (
    <Dialog title={t('enroll.title')} onClose={onClose}>
      <div className="body">
        <QueryPending queries={[{ data: undefined, error: list.error, refetch: list.more }]} />
      </div>
    </Dialog>
  )
}
