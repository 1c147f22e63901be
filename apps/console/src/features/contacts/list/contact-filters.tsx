import { LATEST_ENROLLMENT_STATUSES } from '@handrail/core/contract'
import { inOrder } from '../../../components/form/in-order.ts'
import { Filter } from '../../../components/list/filter.tsx'
import { Filters } from '../../../components/list/filters.tsx'
import { OrganisationFilter } from '../../../components/organisation/organisation-filter.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Search } from '../../../workspace/link.tsx'

const STATUSES = inOrder(LATEST_ENROLLMENT_STATUSES, 'unfinished', 'in_progress')

/** The input of the list operation for the filters of contacts. */
export interface ContactsChosen {
  guide_id?: string
  enrollment_status?: (typeof LATEST_ENROLLMENT_STATUSES)[number]
  organisation_id?: string
}

export const NOTHING_CHOSEN = { guide: undefined, status: undefined, organisation: undefined, view: undefined }

/** The filters of contacts in the address. */
export function chosenOf({ guide, status, organisation }: Search): ContactsChosen {
  const known = STATUSES.find((one) => one === status)
  return {
    ...(guide && { guide_id: guide }),
    ...(known && { enrollment_status: known }),
    ...(organisation && { organisation_id: organisation }),
  }
}

interface ContactFiltersProps {
  chosen: ContactsChosen
  guides: readonly { id: string; title: string }[]
  change(changes: Search): void
}

export function ContactFilters({ chosen, guides, change }: ContactFiltersProps) {
  const { t } = useI18n()
  const { guide_id = '', enrollment_status = '', organisation_id = '' } = chosen
  const textOf = (status: (typeof LATEST_ENROLLMENT_STATUSES)[number]) => {
    if (status === 'unfinished') return t('contacts.unfinished')
    if (status === 'none') return t(guide_id ? 'contacts.not_in_guide' : 'contacts.not_enrolled')
    return t(`status.${status}`)
  }
  return (
    <Filters count={Object.keys(chosen).length}>
      <Filter
        label={t('enrollments.guide')}
        value={guide_id}
        all={t('contacts.any_guide')}
        options={guides.map(({ id, title }) => [id, title] as const)}
        onChange={(guide) => change({ guide })}
      />
      <Filter
        label={t('enrollments.status')}
        value={enrollment_status}
        all={t('contacts.any_status')}
        options={STATUSES.map((status) => [status, textOf(status)] as const)}
        onChange={(status) => change({ status })}
      />
      <OrganisationFilter value={organisation_id} onChange={(organisation) => change({ organisation })} />
    </Filters>
  )
}
