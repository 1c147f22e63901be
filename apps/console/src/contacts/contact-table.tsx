import { type ReactNode, useState } from 'react'
import { Link } from '../app/link.tsx'
import { useMay } from '../app/workspace.ts'
import type { Item } from '../door/operations.ts'
import { Avatar } from '../parts/avatar.tsx'
import { ListTable, type RowProps } from '../parts/list/list-table.tsx'
import type { Rows } from '../parts/list/use-list.ts'
import { useWords } from '../words/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { contactName } from './contact-name.ts'
import { LastActive, useWhereabouts, Where } from './whereabouts.tsx'

type Contact = Item<'listContacts'>

interface ContactTableProps {
  list: Rows<Contact>
  total?: number | undefined
  /** Whether there is more below it on the page. */
  isFollowed?: boolean
  /** Left out where all are of one, and where they are stands beside the table. */
  organisationOf?: (contact: Contact) => ReactNode
}

/** Contacts, and what can be done with several of them. */
export function ContactTable({ list, total, isFollowed, organisationOf }: ContactTableProps) {
  const { say } = useWords()
  const mayChoose = useMay('enrollments:write')
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
            aria-label={say('contacts.choose_all')}
            checked={all}
            onChange={() => choose(known, !all)}
          />
        </th>
      )}
      <th scope="col">{say('contacts.name')}</th>
      {organisationOf && (
        <>
          <th scope="col" className="wide-only">
            {say('contacts.organisation')}
          </th>
          <th scope="col" className="wide-only of-guide">
            {say('contacts.where')}
          </th>
          <th scope="col" className="wide-only">
            {say('enrollment.last_active')}
          </th>
        </>
      )}
      <th scope="col" className="wide-only">
        {say('contacts.added')}
      </th>
    </tr>
  )
  return (
    <>
      <ListTable
        list={list}
        total={total}
        isFollowed={isFollowed}
        columns={organisationOf ? 6 : 3}
        head={head}
        row={(contact, own) => (
          <Row
            own={own}
            contact={contact}
            chosen={chosen.has(contact.id)}
            onChoose={mayChoose ? (on) => choose([contact], on) : undefined}
            organisation={organisationOf && (organisationOf(contact) ?? '–')}
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
  organisation: ReactNode
}

function Row({ own, contact, chosen, onChoose, organisation }: ContactRowProps) {
  const { say, day } = useWords()
  const name = contactName(contact)
  const latest = useWhereabouts(organisation === undefined ? null : contact.id)
  return (
    <tr {...own} className={chosen ? 'chosen' : undefined}>
      {onChoose && (
        <td>
          <input
            type="checkbox"
            aria-label={say('contacts.choose', { name })}
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
            {organisation !== undefined && (
              <>
                <small className="phone-only">{organisation}</small>
                <span className="phone-only">
                  <Where latest={latest} />
                </span>
              </>
            )}
          </span>
        </span>
      </th>
      {organisation !== undefined && (
        <>
          <td className="wide-only">{organisation}</td>
          <td className="wide-only">
            <Where latest={latest} />
          </td>
          <td className="wide-only soft">
            <LastActive latest={latest} />
          </td>
        </>
      )}
      <td className="wide-only soft">{day(contact.created_at)}</td>
    </tr>
  )
}
