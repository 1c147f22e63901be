import { BookOpen, Route } from 'lucide-react'
import type { Item } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { contactName } from '../../../components/contact-name.ts'
import { useSettingsRecords } from '../../../features/settings/palette.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { type Group, GUIDES, matchingItems, type PaletteItem } from '../../../workspace/palette/palette-item.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { LOWER_NAV, MAIN_NAV, SETTINGS } from '../../navigation/nav-items.ts'
import { PLACE_KEYS } from '../shortcuts.ts'
import { useCommands } from './use-commands.ts'

/** Of each kind. */
const LIMIT = 5
/** So many are enrolled from here; of more, an import goes on without this window. */
const MAX_AT_ONCE = 500

interface PaletteResults {
  groups: Group[]
  /** Whether more may come. */
  isWaiting: boolean
  /** Why there may be less than there is. */
  error: unknown
}

/** What is called like what was typed: things to do first, then records of every kind, and places. */
export function usePaletteItems(typed: string): PaletteResults {
  const { t } = useI18n()
  const query = typed.trim()
  const enabled = query !== ''
  const commands = useCommands()
  const settled = useSettingsRecords(query)
  const places = usePlaces()
  const contacts = useOperation('listContacts', { query: query || '-', per_page: LIMIT }, { enabled, keep: true })
  const organisations = useOperation('listOrganisations', { name: query, per_page: LIMIT }, { enabled, keep: true })
  const guides = useOperation('listAllGuides', { per_page: GUIDES }, { enabled })
  const enrollEverybody = useEnrollEverybody()
  const asked = enabled ? [contacts, organisations, guides] : []
  const companies = enabled ? (organisations.data?.data ?? []) : []
  const groups = [
    {
      title: t('palette.do'),
      found: [
        ...matchingItems(commands, query),
        ...companies
          .slice(0, 1)
          .map(enrollEverybody)
          .filter((one) => one !== false),
      ],
    },
    { title: t('palette.contacts'), found: enabled ? (contacts.data?.data ?? []).map(foundContact) : [] },
    {
      title: t('palette.organisations'),
      found: companies.map((organisation) => ({
        ...foundOrganisation(organisation),
        aside: t('palette.people', { count: organisation.contacts_count }),
      })),
    },
    {
      title: t('palette.guides'),
      found: enabled ? matchingItems((guides.data?.data ?? []).map(foundGuide), query).slice(0, LIMIT) : [],
    },
    { title: t('nav.settings'), found: matchingItems(settled, query).slice(0, LIMIT) },
    { title: t('palette.go'), found: matchingItems(places, query).slice(0, enabled ? LIMIT : undefined) },
  ].filter((group) => group.found.length > 0)
  return {
    groups,
    isWaiting: asked.some(({ isLoading }) => isLoading),
    error: asked.find(({ data }) => data === undefined)?.error,
  }
}

/** The pages that the role allows. */
function usePlaces(): PaletteItem[] {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  return [...MAIN_NAV, ...LOWER_NAV, ...SETTINGS.flatMap((group) => group.places)]
    .filter(({ right }) => right === undefined || rights.has(right))
    .map(({ to, name, icon, outside = false }) => {
      const key = PLACE_KEYS.find((one) => one.to === to && one.name === name)?.key
      const keys = key ? { keys: ['G', key.toUpperCase()] } : {}
      return { id: `${to} ${name}`, text: t(name), mark: icon, place: { to, outside }, ...keys }
    })
}

/** Asks in which guide everybody at an organisation is enrolled. */
export function useEnrollEverybody(): (organisation: Item<'listOrganisations'>) => PaletteItem | false {
  const { t } = useI18n()
  const may = useWorkspace().rights.has('enrollments:write')
  return (organisation) => {
    const { id, name, contacts_count: count } = organisation
    return (
      may &&
      count > 0 &&
      count <= MAX_AT_ONCE && {
        id: `enroll ${id}`,
        text: t('palette.enroll_everybody', { name }),
        mark: Route,
        asks: { kind: 'enroll everybody', organisation },
      }
    )
  }
}

function foundContact(contact: Item<'listContacts'>): PaletteItem {
  const { id, email } = contact
  const place = { to: `/contacts/${id}` }
  return { id, text: contactName(contact), hint: email, mark: 'person', place, of: { kind: 'contact', contact } }
}

function foundOrganisation(organisation: Item<'listOrganisations'>): PaletteItem {
  const { id, name: text } = organisation
  return { id, text, mark: 'place', place: { to: `/organisations/${id}` }, of: { kind: 'organisation', organisation } }
}

function foundGuide(guide: Item<'listAllGuides'>): PaletteItem {
  const { id, title: text } = guide
  return { id, text, mark: BookOpen, place: { to: `/guides/${id}` }, of: { kind: 'guide', guide } }
}
