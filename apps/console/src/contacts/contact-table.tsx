import { type ReactNode, useState } from 'react'
import { Link } from '../app/link.tsx'
import { useMay } from '../app/workspace.ts'
import type { Item } from '../door/operations.ts'
import { Avatar } from '../parts/avatar.tsx'
import { useWords } from '../words/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { contactName } from './contact-name.ts'

type Contact = Item<'listContacts'>

interface ContactTableProps {
  contacts: readonly Contact[]
  /** Left out where all are of one. */
  organisationOf?: (contact: Contact) => ReactNode
}

/** Contacts, and what can be done with several of them. */
export function ContactTable({ contacts, organisationOf }: ContactTableProps) {
  const { say } = useWords()
  const mayChoose = useMay('enrollments:write')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = contacts.filter(({ id }) => chosen.has(id))
  const all = contacts.length > 0 && selected.length === contacts.length
  const choose = (ids: readonly string[], add: boolean) =>
    setChosen((before) => new Set(add ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
  return (
    <>
      <div className="card table">
        <table>
          <thead>
            <tr>
              {mayChoose && (
                <th scope="col">
                  <input
                    type="checkbox"
                    aria-label={say('contacts.choose_all')}
                    checked={all}
                    onChange={() =>
                      choose(
                        contacts.map(({ id }) => id),
                        !all,
                      )
                    }
                  />
                </th>
              )}
              <th scope="col">{say('contacts.name')}</th>
              {organisationOf && (
                <th scope="col" className="wide-only">
                  {say('contacts.organisation')}
                </th>
              )}
              <th scope="col" className="wide-only">
                {say('contacts.added')}
              </th>
            </tr>
          </thead>
          <tbody>
            {contacts.map((contact) => (
              <Row
                key={contact.id}
                contact={contact}
                chosen={chosen.has(contact.id)}
                onChoose={mayChoose ? (on) => choose([contact.id], on) : undefined}
                organisation={organisationOf && (organisationOf(contact) ?? '–')}
              />
            ))}
          </tbody>
        </table>
      </div>
      {selected.length > 0 && <BulkBar selected={selected} clear={() => setChosen(new Set())} />}
    </>
  )
}

interface RowProps {
  contact: Contact
  chosen: boolean
  /** Left out where nothing can be done with several. */
  onChoose: ((on: boolean) => void) | undefined
  organisation: ReactNode
}

function Row({ contact, chosen, onChoose, organisation }: RowProps) {
  const { say, day } = useWords()
  const name = contactName(contact)
  return (
    <tr className={chosen ? 'chosen' : undefined}>
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
            {organisation !== undefined && <small className="phone-only">{organisation}</small>}
          </span>
        </span>
      </th>
      {organisation !== undefined && <td className="wide-only">{organisation}</td>}
      <td className="wide-only soft">{day(contact.created_at)}</td>
    </tr>
  )
}
