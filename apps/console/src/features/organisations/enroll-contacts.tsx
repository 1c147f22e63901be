import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { call, type OperationResponse } from '../../api/call.ts'
import type { Input, Item } from '../../api/operations.ts'
import { WorkspaceId } from '../../api/workspace-id.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { QueryPending } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { EnrollDialog } from '../enrollments/enroll/enroll.tsx'
import { namesOf } from './names.ts'

/** The most contacts that are enrolled from here. For more, an import continues after the window is closed. */
const MAX_ENROLLED = 500
const PER_PAGE = 100

type Contact = Item<'listContacts'>

interface EnrollContactsProps {
  organisations: readonly Item<'listOrganisations'>[]
  onClose(): void
  onDone(): void
}

/** Enrolls the contacts of the selected organisations, those that they have at this moment. */
export function EnrollContacts({ organisations, onClose, onDone }: EnrollContactsProps) {
  const i18n = useI18n()
  const { t, number } = i18n
  const workspace = useContext(WorkspaceId)
  const expected = organisations.reduce((sum, { contacts_count }) => sum + contacts_count, 0)
  const ids = organisations.filter(({ contacts_count }) => contacts_count > 0).map(({ id }) => id)
  const isPossible = expected > 0 && expected <= MAX_ENROLLED
  const contacts = useQuery({
    queryKey: [workspace, 'contacts of organisations', ids],
    queryFn: ({ signal }) => contactsOf(ids, { workspace, signal }),
    enabled: isPossible,
    // The dialog keeps those that it has begun with.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (contacts.data && contacts.data.length > 0)
    return <EnrollDialog contacts={contacts.data} onClose={onClose} onDone={onDone} />
  return (
    <Dialog title={t('organisations.enroll_contacts')} onClose={onClose}>
      <div className="body">
        <p>{namesOf(organisations, i18n)}</p>
        {isPossible && !contacts.data ? (
          <QueryPending queries={[contacts]} />
        ) : (
          <p role="alert">
            {expected > MAX_ENROLLED
              ? t('organisations.too_many_contacts', { number: number(expected), most: number(MAX_ENROLLED) })
              : t('organisations.no_contacts')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

async function contactsOf(
  organisation_ids: readonly string[],
  options: { workspace: string | undefined; signal: AbortSignal },
): Promise<Contact[]> {
  const found: Contact[] = []
  for (const organisation_id of organisation_ids) {
    let cursor: string | null | undefined = ''
    while (typeof cursor === 'string' && found.length < MAX_ENROLLED) {
      const query: Input<'listContacts'> = { organisation_id, per_page: PER_PAGE, cursor }
      const { value }: OperationResponse<'listContacts'> = await call('listContacts', query, options)
      found.push(...value.data)
      cursor = value.meta.next_cursor
    }
  }
  return found.slice(0, MAX_ENROLLED)
}
