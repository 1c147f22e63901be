import { useI18n } from '../../i18n/i18n.ts'
import { useOrganisationName } from './organisation-name.tsx'
import { OrganisationPicker } from './organisation-picker.tsx'

interface OrganisationFilterProps {
  /** The id of the one that is chosen; empty for all. */
  value: string
  onChange(id: string | undefined): void
}

/** Leaves of a list what belongs to one organisation. */
export function OrganisationFilter({ value, onChange }: OrganisationFilterProps) {
  const { t } = useI18n()
  const name = useOrganisationName(value || null)
  return (
    <OrganisationPicker
      bare={{ placeholder: t('analytics.all_organisations') }}
      chosen={value && name ? { id: value, text: name } : undefined}
      onChoose={(chosen) => onChange(chosen?.id)}
    />
  )
}
