import { X } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { contactName } from '../../../components/contact-name.ts'
import { Picker } from '../../../components/form/picker.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

type Contact = Item<'listContacts'>

interface ContactsChoiceProps {
  chosen: readonly Contact[]
  wrong: string | undefined
  onChange(chosen: readonly Contact[]): void
}

/** Contacts, found by a part of their name or address. */
export function ContactsChoice({ chosen, wrong, onChange }: ContactsChoiceProps) {
  const { t } = useI18n()
  const [query, setQuery] = useState('')
  const found = useOperation('listContacts', { per_page: 20, ...(query.trim() && { query }) }, { keep: true })
  const rest = (found.data?.data ?? []).filter(({ id }) => !chosen.some((one) => one.id === id))
  return (
    <div className="stack close">
      <Picker
        label={t('enroll.contacts')}
        placeholder={t('contacts.search')}
        wrong={wrong}
        query={query}
        onQuery={setQuery}
        options={rest.map((contact) => ({ id: contact.id, text: contactName(contact), hint: contact.email }))}
        asked={found}
        onPick={({ id }) => {
          const contact = rest.find((one) => one.id === id)
          if (contact) onChange([...chosen, contact])
          setQuery('')
        }}
      />
      {chosen.length > 0 && (
        <ul className="picked">
          {chosen.map((contact) => (
            <li key={contact.id} className="chip">
              {contactName(contact)}
              <button
                type="button"
                aria-label={t('enroll.leave_out', { name: contactName(contact) })}
                onClick={() => onChange(chosen.filter(({ id }) => id !== contact.id))}
              >
                <X className="icon" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
