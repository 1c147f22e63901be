import { BookOpen, Route } from 'lucide-react'
import type { Item } from '../../../api/operations.ts'
import { useAnswer } from '../../../api/use-operation.ts'
import { contactName } from '../../../components/contact-name.ts'
import { useSettled } from '../../../features/settings/palette.ts'
import { useWords } from '../../../i18n/i18n.ts'
import { calledLike, type Found, type Group, GUIDES } from '../../../workspace/palette/palette-item.ts'
import { useHere } from '../../../workspace/workspace.ts'
import { LOWER_PLACES, PLACES, SETTINGS } from '../../navigation/nav-items.ts'
import { PLACE_KEYS } from '../shortcuts.ts'
import { useCommands } from './use-commands.ts'

/** Of each kind. */
const MOST = 5
/** So many are enrolled from here; of more, an import goes on without this window. */
const MOST_AT_ONCE = 500

interface Finding {
  groups: Group[]
  /** Whether more may come. */
  isWaiting: boolean
  /** Why there may be less than there is. */
  error: unknown
}

/** What is called like what was typed: things to do first, then records of every kind, and places. */
export function useFound(typed: string): Finding {
  const { say } = useWords()
  const query = typed.trim()
  const enabled = query !== ''
  const commands = useCommands()
  const settled = useSettled(query)
  const places = usePlaces()
  const contacts = useAnswer('listContacts', { query: query || '-', per_page: MOST }, { enabled, keep: true })
  const organisations = useAnswer('listOrganisations', { name: query, per_page: MOST }, { enabled, keep: true })
  const guides = useAnswer('listAllGuides', { per_page: GUIDES }, { enabled })
  const enrollEverybody = useEnrollEverybody()
  const asked = enabled ? [contacts, organisations, guides] : []
  const companies = enabled ? (organisations.data?.data ?? []) : []
  const groups = [
    {
      title: say('palette.do'),
      found: [
        ...calledLike(commands, query),
        ...companies
          .slice(0, 1)
          .map(enrollEverybody)
          .filter((one) => one !== false),
      ],
    },
    { title: say('palette.contacts'), found: enabled ? (contacts.data?.data ?? []).map(foundContact) : [] },
    {
      title: say('palette.organisations'),
      found: companies.map((organisation) => ({
        ...foundOrganisation(organisation),
        aside: say('palette.people', { count: organisation.contacts_count }),
      })),
    },
    {
      title: say('palette.guides'),
      found: enabled ? calledLike((guides.data?.data ?? []).map(foundGuide), query).slice(0, MOST) : [],
    },
    { title: say('place.settings'), found: calledLike(settled, query).slice(0, MOST) },
    { title: say('palette.go'), found: calledLike(places, query).slice(0, enabled ? MOST : undefined) },
  ].filter((group) => group.found.length > 0)
  return {
    groups,
    isWaiting: asked.some(({ isLoading }) => isLoading),
    error: asked.find(({ data }) => data === undefined)?.error,
  }
}

/** The pages that the role allows. */
function usePlaces(): Found[] {
  const { say } = useWords()
  const { rights } = useHere()
  return [...PLACES, ...LOWER_PLACES, ...SETTINGS.flatMap((group) => group.places)]
    .filter(({ right }) => right === undefined || rights.has(right))
    .map(({ to, name, icon, outside = false }) => {
      const key = PLACE_KEYS.find((one) => one.to === to && one.name === name)?.key
      const keys = key ? { keys: ['G', key.toUpperCase()] } : {}
      return { id: `${to} ${name}`, text: say(name), mark: icon, place: { to, outside }, ...keys }
    })
}

/** Asks in which guide everybody at an organisation is enrolled. */
export function useEnrollEverybody(): (organisation: Item<'listOrganisations'>) => Found | false {
  const { say } = useWords()
  const may = useHere().rights.has('enrollments:write')
  return (organisation) => {
    const { id, name, contacts_count: count } = organisation
    return (
      may &&
      count > 0 &&
      count <= MOST_AT_ONCE && {
        id: `enroll ${id}`,
        text: say('palette.enroll_everybody', { name }),
        mark: Route,
        asks: { kind: 'enroll everybody', organisation },
      }
    )
  }
}

function foundContact(contact: Item<'listContacts'>): Found {
  const { id, email } = contact
  const place = { to: `/contacts/${id}` }
  return { id, text: contactName(contact), hint: email, mark: 'person', place, of: { kind: 'contact', contact } }
}

function foundOrganisation(organisation: Item<'listOrganisations'>): Found {
  const { id, name: text } = organisation
  return { id, text, mark: 'place', place: { to: `/organisations/${id}` }, of: { kind: 'organisation', organisation } }
}

function foundGuide(guide: Item<'listAllGuides'>): Found {
  const { id, title: text } = guide
  return { id, text, mark: BookOpen, place: { to: `/guides/${id}` }, of: { kind: 'guide', guide } }
}
