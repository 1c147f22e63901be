import { contactName } from '../../contacts/contact-name.ts'
import { useAnswer } from '../../door/hooks.ts'
import { useWords } from '../../words/words.ts'
import type { Search } from '../link.tsx'
import { LOWER_PLACES, PLACES, SETTINGS } from '../navigation/places.ts'
import { useHere } from '../workspace.ts'

/** Something that the palette offers. */
export interface Found {
  id: string
  text: string
  hint?: string
  to: string
  search?: Search
  /** A page that the server renders. */
  outside?: boolean
}

interface Group {
  title: string
  found: readonly Found[]
}

/** Of each kind. */
const MOST = 5

/** What is called like what was typed: things to do first, then people, organisations, guides and places. */
export function useFound(typed: string): Group[] {
  const { say } = useWords()
  const { rights } = useHere()
  const query = typed.trim()
  const enabled = query !== ''
  const contacts = useAnswer('listContacts', { query: query || '-', per_page: MOST }, { enabled, keep: true })
  const organisations = useAnswer('listOrganisations', { name: query, per_page: MOST }, { enabled, keep: true })
  const guides = useAnswer('listAllGuides', { per_page: 100 }, { enabled })
  const lower = query.toLocaleLowerCase()
  const isCalled = ({ text }: Found) => text.toLocaleLowerCase().includes(lower)
  const may = (right: string | undefined) => right === undefined || rights.has(right)
  const actions = [
    { right: 'imports:manage', text: say('palette.import_contacts'), to: '/imports', search: { resource: 'contacts' } },
    {
      right: 'imports:manage',
      text: say('palette.import_organisations'),
      to: '/imports',
      search: { resource: 'organisations' },
    },
    { right: 'exports:manage', text: say('palette.export_workspace'), to: '/settings/export' },
  ]
  const places = [...PLACES, ...LOWER_PLACES, ...SETTINGS.flatMap((group) => group.places)]
  const shownContacts = enabled ? (contacts.data?.data ?? []) : []
  const shownOrganisations = enabled ? (organisations.data?.data ?? []) : []
  return [
    {
      title: say('palette.do'),
      found: actions
        .filter(({ right }) => may(right))
        .map(({ text, to, search }) => ({ id: text, text, to, ...(search && { search }) }))
        .filter(isCalled),
    },
    {
      title: say('palette.contacts'),
      found: shownContacts.map((one) => ({
        id: one.id,
        text: contactName(one),
        hint: one.email,
        to: `/contacts/${one.id}`,
      })),
    },
    {
      title: say('palette.organisations'),
      found: shownOrganisations.map(({ id, name }) => ({ id, text: name, to: `/organisations/${id}` })),
    },
    {
      title: say('palette.guides'),
      found: (enabled ? (guides.data?.data ?? []) : [])
        .map(({ id, title }) => ({ id, text: title, to: `/guides/${id}` }))
        .filter(isCalled)
        .slice(0, MOST),
    },
    {
      title: say('palette.go'),
      found: places
        .filter(({ right }) => may(right))
        .map(({ to, name, outside = false }) => ({ id: `${to} ${name}`, text: say(name), to, outside }))
        .filter(isCalled)
        .slice(0, enabled ? MOST : undefined),
    },
  ].filter(({ found }) => found.length > 0)
}
