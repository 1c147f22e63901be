import { ArrowRight, Building2, Route } from 'lucide-react'
import type { Item } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useGo } from '../../workspace/link.tsx'
import {
  MAX_MATCHES,
  type OptionalItem,
  type PaletteItem,
  type PaletteMatches,
  type PaletteRecord,
} from '../../workspace/palette/palette-item.ts'
import { useCan } from '../../workspace/workspace.ts'
import { useAddContact } from '../contacts/palette.tsx'

type Organisation = Item<'listOrganisations'>

const OrganisationForm = lazyDialog(() => import('./organisation-form.tsx'), 'OrganisationForm')
const EnrollEverybody = lazyDialog(() => import('../enrollments/enroll/enroll-everybody.tsx'), 'EnrollEverybody')

/** The most contacts that are enrolled from here. For more, an import continues after the window is closed. */
const MAX_ENROLLED = 500

export function useOrganisationCommands(): OptionalItem[] {
  const { t } = useI18n()
  const canWrite = useCan('organisations:write')
  const go = useGo()
  return [
    canWrite && {
      id: 'organisation',
      text: t('organisations.add'),
      icon: Building2,
      dialog: (onClose) => <OrganisationForm onClose={onClose} onSaved={({ id }) => go(`/organisations/${id}`)} />,
    },
  ]
}

export function useOrganisationMatches(query: string): PaletteMatches {
  const { t } = useI18n()
  const enabled = query !== ''
  const { data, isLoading, error } = useOperation(
    'listOrganisations',
    { name: query, per_page: MAX_MATCHES },
    { enabled, keep: true },
  )
  const enrollEverybody = useEnrollEverybody()
  const organisations = enabled ? (data?.data ?? []) : []
  const items = organisations.map(
    (organisation): PaletteItem => ({
      id: organisation.id,
      text: organisation.name,
      icon: 'organisation',
      aside: t('palette.people', { count: organisation.contacts_count }),
      target: { to: `/organisations/${organisation.id}` },
      record: { kind: 'organisation', name: organisation.name, organisation },
    }),
  )
  const commands = organisations
    .slice(0, 1)
    .map(enrollEverybody)
    .filter((item) => item !== false)
  return { group: { title: t('palette.organisations'), items }, commands, isLoading, error: data ? null : error }
}

export function useOrganisationActions(record: PaletteRecord | undefined): OptionalItem[] {
  const { t } = useI18n()
  const enrollEverybody = useEnrollEverybody()
  const addContact = useAddContact()
  if (record?.kind !== 'organisation') return []
  const { id, name } = record.organisation
  return [
    { id: 'open', text: t('palette.open_it'), icon: ArrowRight, target: { to: `/organisations/${id}` } },
    enrollEverybody(record.organisation),
    addContact('add', { id, text: name }),
  ]
}

/** Enrolls all contacts of an organisation in a guide. */
function useEnrollEverybody(): (organisation: Organisation) => OptionalItem {
  const { t } = useI18n()
  const canEnroll = useCan('enrollments:write')
  return (organisation) => {
    const { id, name, contacts_count: count } = organisation
    return (
      canEnroll &&
      count > 0 &&
      count <= MAX_ENROLLED && {
        id: `enroll ${id}`,
        text: t('palette.enroll_everybody', { name }),
        icon: Route,
        dialog: (onClose) => <EnrollEverybody organisation={organisation} onClose={onClose} />,
      }
    )
  }
}
