import { contactName } from '../../contacts/contact-name.ts'
import { useAnswer } from '../../door/hooks.ts'
import { useWords } from '../../words/words.ts'
import { LOWER_PLACES, PLACES, SETTINGS } from '../navigation/places.ts'
import { useHere } from '../workspace.ts'
import { calledLike, type Group } from './found.ts'
import { GUIDES } from './use-actions.ts'
import { useCommands } from './use-commands.ts'
import { useSettled } from './use-settled.ts'

/** Of each kind. */
const MOST = 5

/** What is called like what was typed: things to do first, then records of every kind, and places. */
export function useFound(typed: string): Group[] {
  const { say } = useWords()
  const { rights } = useHere()
  const query = typed.trim()
  const enabled = query !== ''
  const commands = useCommands()
  const settled = useSettled(query)
  const contacts = useAnswer('listContacts', { query: query || '-', per_page: MOST }, { enabled, keep: true })
  const organisations = useAnswer('listOrganisations', { name: query, per_page: MOST }, { enabled, keep: true })
  const guides = useAnswer('listAllGuides', { per_page: GUIDES }, { enabled })
  const places = [...PLACES, ...LOWER_PLACES, ...SETTINGS.flatMap((group) => group.places)]
  const found = enabled ? contacts.data?.data : []
  return [
    { title: say('palette.do'), found: calledLike(commands, query) },
    {
      title: say('palette.contacts'),
      found: (found ?? []).map((contact) => ({
        id: contact.id,
        text: contactName(contact),
        hint: contact.email,
        place: { to: `/contacts/${contact.id}` },
        of: { kind: 'contact' as const, contact },
      })),
    },
    {
      title: say('palette.organisations'),
      found: (enabled ? (organisations.data?.data ?? []) : []).map((organisation) => ({
        id: organisation.id,
        text: organisation.name,
        place: { to: `/organisations/${organisation.id}` },
        of: { kind: 'organisation' as const, organisation },
      })),
    },
    {
      title: say('palette.guides'),
      found: calledLike(
        (enabled ? (guides.data?.data ?? []) : []).map((guide) => ({
          id: guide.id,
          text: guide.title,
          place: { to: `/guides/${guide.id}` },
          of: { kind: 'guide' as const, guide },
        })),
        query,
      ).slice(0, MOST),
    },
    { title: say('place.settings'), found: calledLike(settled, query).slice(0, MOST) },
    {
      title: say('palette.go'),
      found: calledLike(
        places
          .filter(({ right }) => right === undefined || rights.has(right))
          .map(({ to, name, outside = false }) => ({ id: `${to} ${name}`, text: say(name), place: { to, outside } })),
        query,
      ).slice(0, enabled ? MOST : undefined),
    },
  ].filter((group) => group.found.length > 0)
}
