import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { OnePicker, type Option } from '../form/picker.tsx'

interface OrganisationPickerProps {
  chosen: Option | undefined
  wrong?: string | undefined
  /** A placeholder in place of the label, for filters. */
  bare?: { placeholder: string }
  onChoose(option: Option | undefined): void
}

export function OrganisationPicker({ chosen, wrong, bare, onChoose }: OrganisationPickerProps) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  // Among filters, what the page shows comes first.
  const [isWanted, setWanted] = useState(bare === undefined)
  const wanted = { per_page: 20, ...(name && { name }) }
  const found = useOperation('listOrganisations', wanted, { enabled: isWanted, keep: true })
  const options = (found.data?.data ?? []).map(({ id, name: text }) => ({ id, text }))
  return (
    <OnePicker
      label={t('contacts.organisation')}
      placeholder={bare?.placeholder ?? t('organisations.pick')}
      isBare={bare !== undefined}
      wrong={wrong}
      options={options}
      asked={found}
      chosen={chosen}
      onFocus={() => setWanted(true)}
      onQuery={setName}
      onChoose={onChoose}
    />
  )
}
