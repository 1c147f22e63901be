import { useState } from 'react'
import { useAnswer } from '../door/hooks.ts'
import { OnePicker, type Option } from '../parts/form/picker.tsx'
import { useWords } from '../words/words.ts'

interface OrganisationPickerProps {
  chosen: Option | undefined
  wrong?: string | undefined
  /** In place of the label, as among filters. */
  bare?: { placeholder: string }
  onChoose(option: Option | undefined): void
}

export function OrganisationPicker({ chosen, wrong, bare, onChoose }: OrganisationPickerProps) {
  const { say } = useWords()
  const [name, setName] = useState('')
  const found = useAnswer('listOrganisations', { per_page: 20, ...(name && { name }) }, { keep: true })
  const options = (found.data?.data ?? []).map(({ id, name: text }) => ({ id, text }))
  return (
    <OnePicker
      label={say('contacts.organisation')}
      placeholder={bare?.placeholder ?? say('organisations.pick')}
      isBare={bare !== undefined}
      wrong={wrong}
      options={options}
      asked={found}
      chosen={chosen}
      onQuery={setName}
      onChoose={onChoose}
    />
  )
}
