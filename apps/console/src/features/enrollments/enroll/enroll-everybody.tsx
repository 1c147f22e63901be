import { useEffect, useState } from 'react'
import type { Item } from '../../../api/operations.ts'
import { usePages } from '../../../api/use-operation.ts'
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
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = usePages('listContacts', {
    organisation_id: organisation.id,
    per_page: 100,
  })
  const [contacts, setContacts] = useState<readonly Item<'listContacts'>[]>()
  useEffect(() => {
    if (!data || isFetching || error) return
    if (hasNextPage) void fetchNextPage()
    else setContacts((known) => known ?? data.pages.flatMap((page) => page.data))
  }, [data, error, hasNextPage, isFetching, fetchNextPage])
  if (contacts) return <EnrollDialog contacts={contacts} onClose={onClose} />
  return (
    <Dialog title={t('enroll.title')} onClose={onClose}>
      <div className="body">
        <QueryPending queries={[{ data: undefined, error, refetch: data ? fetchNextPage : refetch }]} />
      </div>
    </Dialog>
  )
}
