import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { contactName } from '../../components/contact-name.ts'
import { OnePicker } from '../../components/form/picker.tsx'
import { useI18n } from '../../i18n/i18n.ts'

interface ParticipantFilterProps {
  /** The id of the contact who is chosen; empty for all. */
  value: string
  onChange(id: string | undefined): void
}

/** Leaves of a list the plans in which a contact takes part. */
export function ParticipantFilter({ value, onChange }: ParticipantFilterProps) {
  const { t } = useI18n()
  const [query, setQuery] = useState('')
  // What the page shows comes first.
  const [isOpen, setOpen] = useState(false)
  const found = useOperation(
    'listContacts',
    { per_page: 20, ...(query.trim() && { query }) },
    { enabled: isOpen, keep: true },
  )
  const chosen = useOperation('getContact', { id: value }, { enabled: value !== '' }).data?.data
  return (
    <OnePicker
      label={t('customers.participant')}
      placeholder={t('customers.anybody')}
      isBare
      options={(found.data?.data ?? []).map((contact) => ({ id: contact.id, text: contactName(contact) }))}
      asked={found}
      chosen={value && chosen ? { id: value, text: contactName(chosen) } : undefined}
      onFocus={() => setOpen(true)}
      onQuery={setQuery}
      onChoose={(option) => onChange(option?.id)}
    />
  )
}
