import { useRef, useState } from 'react'
import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { OnePicker } from '../form/picker.tsx'
import type { Option } from '../overlays/option.ts'

interface OrganisationPickerProps {
  chosen: Option | undefined
  wrong?: string | undefined
  /** A placeholder in place of the label, for filters. */
  bare?: { placeholder: string }
  onChoose(option: Option | undefined): void
  /** Offers to create an organisation with the typed name, which is created by `useOrganisationId`. */
  canCreate?: boolean
  /** Called with a typed name that is not chosen. */
  onTyped?(text: string): void
}

/** In place of an id: the organisation is created when the form is saved. */
const NEW_ORGANISATION = 'new'

export function OrganisationPicker({ chosen, wrong, bare, onChoose, canCreate, onTyped }: OrganisationPickerProps) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  // Among filters, what the page shows comes first.
  const [isOpen, setOpen] = useState(bare === undefined)
  const filter = { per_page: 20, ...(name && { name }) }
  const found = useOperation('listOrganisations', filter, { enabled: isOpen, keep: true })
  const known = (found.data?.data ?? []).map(({ id, name: text }) => ({ id, text }))
  const typed = name.trim()
  const isNew =
    canCreate && typed !== '' && !found.isPlaceholderData && !known.some(({ text }) => isSameName(text, typed))
  const options = [
    ...known,
    ...(isNew ? [{ id: NEW_ORGANISATION, text: t('organisations.create_named', { name: typed }) }] : []),
  ]
  return (
    <OnePicker
      label={t('contacts.organisation')}
      placeholder={bare?.placeholder ?? t('organisations.pick')}
      isBare={bare !== undefined}
      wrong={wrong}
      options={options}
      asked={found}
      chosen={chosen}
      onFocus={() => setOpen(true)}
      onQuery={setName}
      onTyped={onTyped}
      onChoose={(option) => onChoose(option?.id === NEW_ORGANISATION ? { id: NEW_ORGANISATION, text: typed } : option)}
    />
  )
}

function isSameName(one: string, other: string): boolean {
  return one.localeCompare(other, undefined, { sensitivity: 'accent' }) === 0
}

/** Returns a function that gives the id of a chosen organisation, after creating a new one. Saving again creates no second one. */
export function useOrganisationId(): (chosen: Option | undefined) => Promise<string | null> {
  const create = useOperationMutation('createOrganisation', { shown: true })
  const created = useRef<Option>(undefined)
  return async (chosen) => {
    if (chosen?.id !== NEW_ORGANISATION) return chosen?.id ?? null
    if (created.current?.text !== chosen.text) {
      const { data } = await create.mutateAsync({ name: chosen.text })
      created.current = { id: data.id, text: chosen.text }
    }
    return created.current?.id ?? null
  }
}
