import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Rows } from '../../../api/list/use-list.ts'
import type { Item } from '../../../api/operations.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { contactName } from '../../../components/contact-name.ts'
import { ListTable, type RowProps } from '../../../components/list/list-table.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useCan } from '../../../workspace/workspace.ts'
import { ContactMenu } from '../actions/contact-menu.tsx'
import { LastActive, type LatestOf, Where } from '../latest-enrollment.tsx'
import { BulkBar } from './bulk-bar.tsx'

type Contact = Item<'listContacts'>

interface ContactTableProps {
  list: Rows<Contact>
  total?: number | undefined
  /** Whether there is more below it on the page. */
  isFollowed?: boolean
  /** The organisation of a row. Left out if all rows have the same one. */
  organisationOf?: (contact: Contact) => ReactNode
  /** Left out where it stands beside the table. */
  latestOf?: LatestOf
  /** The title of the guide that it is about, where that is one for all. */
  guide?: string | undefined
}

/** Contacts, and what can be done with several of them. */
export function ContactTable({ list, total, isFollowed, organisationOf, latestOf, guide }: ContactTableProps) {
  const { t } = useI18n()
  const mayWrite = useCan('contacts:write')
  const mayChoose = useCan('enrollments:write')
  const hasMenu = mayWrite || mayChoose
  const [chosen, setChosen] = useState<ReadonlyMap<string, Contact>>(new Map())
  const known = list.known()
  const selected = [...chosen.values()]
  const all = known.length > 0 && known.every(({ id }) => chosen.has(id))
  const choose = (contacts: readonly Contact[], add: boolean) =>
    setChosen((before) => {
      const ids = new Set(contacts.map(({ id }) => id))
      const others = [...before].filter(([id]) => !ids.has(id))
      return new Map(add ? [...others, ...contacts.map((one) => [one.id, one] as const)] : others)
    })
  const head = (
    <tr>
      {mayChoose && (
        <th scope="col">
          <input
            type="checkbox"
            aria-label={t('contacts.choose_all')}
            checked={all}
            onChange={() => choose(known, !all)}
          />
        </th>
      )}
      <th scope="col">{t('contacts.name')}</th>
      {organisationOf && (
        <th scope="col" className="wide-only of-organisation">
          {t('contacts.organisation')}
        </th>
      )}
      {latestOf && (
        <>
          <th scope="col" className="wide-only of-guide">
            {guide ?? t('contacts.where')}
          </th>
          <th scope="col" className="wide-only">
            {t('enrollment.last_active')}
          </th>
        </>
      )}
      <th scope="col" className="wide-only">
        {t('contacts.added')}
      </th>
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
            chosen={chosen.has(contact.id)}
            onChoose={mayChoose ? (on) => choose([contact], on) : undefined}
            menu={hasMenu && <ContactMenu contact={contact} onDone={() => choose([contact], false)} />}
            organisation={organisationOf && (organisationOf(contact) ?? '–')}
            whereabouts={latestOf && { latest: latestOf(contact), isOfGuide: guide !== undefined }}
          />
        )}
      />
      {selected.length > 0 && <BulkBar selected={selected} clear={() => setChosen(new Map())} />}
    </>
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
  const { t, day } = useI18n()
  const name = contactName(contact)
  return (
    <tr {...own} className={chosen ? 'chosen' : undefined}>
      {onChoose && (
        <td>
          <input
            type="checkbox"
            aria-label={t('contacts.choose', { name })}
            checked={chosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        </td>
      )}
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
