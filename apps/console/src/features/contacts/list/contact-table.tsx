import type { ComponentProps, ReactNode } from 'react'
import type { Rows } from '../../../api/list/use-list.ts'
import type { Item } from '../../../api/operations.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { contactName } from '../../../components/contact-name.ts'
import { ListTable, type RowProps } from '../../../components/list/list-table.tsx'
import { SelectAllHead, SelectCell } from '../../../components/list/select-cells.tsx'
import { type SelectionSource, useSelection } from '../../../components/list/selection.ts'
import type { ListSort } from '../../../components/list/sort.ts'
import { SortHead } from '../../../components/list/sort-head.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useCan } from '../../../workspace/workspace.ts'
import { ContactMenu } from '../actions/contact-menu.tsx'
import { LastActive, type LatestOf, Where } from '../latest-enrollment.tsx'
import { ContactBulkBar } from './bulk-bar.tsx'

type Contact = Item<'listContacts'>

const OWN = ['name', 'organisation_name'] as const
type ContactOrder = (typeof OWN)[number] | 'latest_enrollment_at' | 'last_activity_at'
export type ContactSort = ListSort<ContactOrder>

/** The columns that contacts can be sorted by beside the time of creation. Those in no guide, or not in one, have no enrollment. */
export function contactOrders(status: string | undefined): readonly ContactOrder[] {
  return status === 'none' ? OWN : [...OWN, 'latest_enrollment_at', 'last_activity_at']
}

interface ContactTableProps {
  list: Rows<Contact>
  /** By which contacts that are not loaded are found, to select them; left out where all are loaded. */
  source?: SelectionSource<'listContacts'> | undefined
  total?: number | undefined
  /** Whether there is more below it on the page. */
  isFollowed?: boolean
  /** The organisation of a row. Left out if all rows have the same one. */
  organisationOf?: (contact: Contact) => ReactNode
  /** Left out where it stands beside the table. */
  latestOf?: LatestOf
  /** The title of the guide that it is about, where that is one for all. */
  guide?: string | undefined
  /** Whether none is enrolled, here or at all: then nothing is sorted by that. */
  areNotEnrolled?: boolean
  /** Left out where the order is fixed. */
  sorting?: { sort: ContactSort | undefined; onSort(sort: ContactSort): void } | undefined
}

/** Contacts, and what can be done with several of them. */
export function ContactTable(props: ContactTableProps) {
  const { list, source, total, isFollowed, organisationOf, latestOf, guide, areNotEnrolled = false, sorting } = props
  const { t } = useI18n()
  const mayWrite = useCan('contacts:write')
  const mayChoose = useCan('enrollments:write')
  const hasMenu = mayWrite || mayChoose
  const selection = useSelection(list, source)
  const latestSorting = areNotEnrolled ? undefined : sorting
  const head = (
    <tr>
      {mayChoose && <SelectAllHead list={list} selection={selection} />}
      <Head column="name" title={t('contacts.name')} sorting={sorting} />
      {organisationOf && (
        <Head
          column="organisation_name"
          title={t('contacts.organisation')}
          className="wide-only of-organisation"
          sorting={sorting}
        />
      )}
      {latestOf && (
        <>
          <Head
            column="latest_enrollment_at"
            title={guide ?? t('contacts.where')}
            className="wide-only of-guide"
            sorting={latestSorting}
          />
          <Head
            column="last_activity_at"
            title={t('enrollment.last_active')}
            className="wide-only"
            sorting={latestSorting}
          />
        </>
      )}
      <Head column="created_at" title={t('contacts.added')} className="wide-only" sorting={sorting} />
      {hasMenu && (
        <th scope="col" className="wide-only of-menu">
          <span className="unseen">{t('common.more')}</span>
        </th>
      )}
    </tr>
  )
  return (
    <>
      <ListTable
        list={list}
        total={total}
        isFollowed={isFollowed}
        columns={3 + (organisationOf ? 1 : 0) + (latestOf ? 2 : 0) + (hasMenu ? 1 : 0)}
        head={head}
        row={(contact, own) => (
          <Row
            own={own}
            contact={contact}
            chosen={selection.has(contact.id)}
            onChoose={mayChoose ? (on) => selection.select([contact], on) : undefined}
            menu={hasMenu && <ContactMenu contact={contact} onDone={() => selection.select([contact], false)} />}
            organisation={organisationOf && (organisationOf(contact) ?? '–')}
            whereabouts={latestOf && { latest: latestOf(contact), isOfGuide: guide !== undefined }}
          />
        )}
      />
      {selection.rows.length > 0 && <ContactBulkBar selection={selection} />}
    </>
  )
}

interface HeadProps {
  column: ContactSort['by']
  title: string
  className?: string
  sorting: ContactTableProps['sorting']
}

/** The head of a column, which sorts the list unless its order is fixed. */
function Head({ title, sorting, ...head }: HeadProps) {
  if (sorting)
    return (
      <SortHead {...head} {...sorting}>
        {title}
      </SortHead>
    )
  return (
    <th scope="col" className={head.className}>
      {title}
    </th>
  )
}

interface ContactRowProps {
  own: RowProps
  contact: Contact
  chosen: boolean
  /** Left out where nothing can be done with several. */
  onChoose: ((on: boolean) => void) | undefined
  menu: ReactNode
  organisation: ReactNode
  whereabouts: ComponentProps<typeof Where> | undefined
}

function Row({ own, contact, chosen, onChoose, menu, organisation, whereabouts }: ContactRowProps) {
  const { day } = useI18n()
  const name = contactName(contact)
  return (
    <tr {...own} className={chosen ? 'chosen' : undefined}>
      {onChoose && <SelectCell name={name} isSelected={chosen} onSelect={onChoose} />}
      <th scope="row">
        <span className="row">
          <Avatar name={name} />
          <span>
            <Link to={`/contacts/${contact.id}`}>{name}</Link>
            <small>{contact.email}</small>
            {organisation !== undefined && <small className="phone-only">{organisation}</small>}
            {whereabouts && (
              <span className="phone-only">
                <Where {...whereabouts} />
              </span>
            )}
          </span>
        </span>
      </th>
      {organisation !== undefined && <td className="wide-only">{organisation}</td>}
      {whereabouts && (
        <>
          <td className="wide-only">
            <Where {...whereabouts} />
          </td>
          <td className="wide-only soft">
            <LastActive latest={whereabouts.latest} />
          </td>
        </>
      )}
      <td className="wide-only soft">{day(contact.created_at)}</td>
      {menu && <td className="wide-only">{menu}</td>}
    </tr>
  )
}
