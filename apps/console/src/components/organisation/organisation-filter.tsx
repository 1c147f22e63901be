import { useWords } from '../../i18n/i18n.ts'
import { useOrganisationName } from './organisation-name.tsx'
import { OrganisationPicker } from './organisation-picker.tsx'

interface OrganisationFilterProps {
  /** The id of the one that is chosen; empty for all. */
  value: string
  onChange(id: string | undefined): void
}

/** Leaves of a list what belongs to one organisation. */
export function OrganisationFilter({ value, onChange }: OrganisationFilterProps) {
  const { say } = useWords()
  const name = useOrganisationName(value || null)
  return (
    <OrganisationPicker
      bare={{ placeholder: say('analytics.all_organisations') }}
      chosen={value && name ? { id: value, text: name } : undefined}
      onChoose={(chosen) => onChange(chosen?.id)}
    />
  )
}
