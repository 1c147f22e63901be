import { ArrowRight, Bell, Copy, CopyPlus, History, Link, Rocket, Route, UserPlus } from 'lucide-react'
import type { Item } from '../../../api/operations.ts'
import { useAct, useAnswer } from '../../../api/use-operation.ts'
import { contactName } from '../../../components/contact-name.ts'
import { written } from '../../../components/copy.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'
import { calledLike, type Found, type Group, GUIDES, type Of } from '../../../workspace/palette/palette-item.ts'
import { useHere } from '../../../workspace/workspace.ts'
import { useEnrollEverybody } from './use-palette-items.ts'

/** Of the guides that a contact follows. */
const MOST = 5
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What the role allows to do with a record, as far as it is called like what was typed. */
export function useActions(of: Of | undefined, typed: string): Group[] {
  const { say } = useWords()
  const withContact = useContactActions(of?.kind === 'contact' ? of.contact : undefined)
  const withGuide = useGuideActions(of?.kind === 'guide' ? of.guide : undefined)
  const enrollEverybody = useEnrollEverybody()
  const { rights } = useHere()
  if (!of) return []
  const organisation = of.kind === 'organisation' ? of.organisation : undefined
  const { id = '', name = '' } = organisation ?? {}
  const found = organisation
    ? [
        { id: 'open', text: say('palette.open_it'), mark: ArrowRight, place: { to: `/organisations/${id}` } },
        enrollEverybody(organisation),
        rights.has('contacts:write') && {
          id: 'add',
          text: say('contacts.add'),
          mark: UserPlus,
          asks: { kind: 'contact' as const, organisation: { id, text: name } },
        },
      ]
    : [...withContact, ...withGuide]
  return [{ title: nameOf(of), found: calledLike(found, typed.trim()) }].filter((group) => group.found.length > 0)
}

/** What a record is called. */
export function nameOf(of: Of): string {
  if (of.kind === 'contact') return contactName(of.contact)
  return of.kind === 'guide' ? of.guide.title : of.organisation.name
}

function useContactActions(contact: Item<'listContacts'> | undefined): (Found | false)[] {
  const { say } = useWords()
  const may = useHere().rights.has('enrollments:write')
  const name = contact ? contactName(contact) : ''
  const copy = useCopying()
  const remind = useAct('sendReminder', { onSuccess: () => toasts.show(say('enrollment.reminded', { name })) })
  const enrollments = useAnswer(
    'listEnrollments',
    { contact_id: contact?.id ?? NOBODY, per_page: MOST },
    { enabled: contact !== undefined },
  )
  if (!contact) return []
  const { id, email } = contact
  const followed = (enrollments.data?.data ?? []).flatMap((one) => {
    const hint = one.guide_title
    const isOpen = one.status === 'invited' || one.status === 'in_progress'
    return [
      may &&
        isOpen && {
          id: `remind ${one.id}`,
          text: say('enrollment.remind'),
          mark: Bell,
          hint,
          act: () => remind.mutate({ id: one.id }),
        },
      isOpen && { id: `link ${one.id}`, text: say('enrollment.copy_link'), mark: Link, hint, act: () => copy(one.url) },
      { id: one.id, text: say('palette.look_at_way'), mark: Route, hint, place: { to: `/enrollments/${one.id}` } },
    ]
  })
  return [
    { id: 'open', text: say('palette.open_it'), mark: ArrowRight, place: { to: `/contacts/${id}` } },
    may && { id: 'enroll', text: say('enroll.in_guide'), mark: Route, asks: { kind: 'enroll', contacts: [contact] } },
    ...followed,
    { id: 'email', text: say('palette.copy_email'), mark: Copy, hint: email, act: () => copy(email) },
  ]
}

function useGuideActions(chosen: Item<'listAllGuides'> | undefined): (Found | false)[] {
  const { say } = useWords()
  // As it is now: it may have been written in or published since it was found.
  const guides = useAnswer('listAllGuides', { per_page: GUIDES }, { enabled: chosen !== undefined })
  const guide = guides.data?.data.find(({ id }) => id === chosen?.id) ?? chosen
  const { rights } = useHere()
  const go = useGo()
  const duplicate = useAct('duplicateGuide', { onSuccess: ({ data }) => go(`/guides/${data.id}`) })
  if (!guide) return []
  const { id, title, status, has_changes } = guide
  const isPublished = status === 'published'
  const mayWrite = rights.has('guides:write')
  const copyTitle = say('guides.copy_of', { title }).slice(0, 255)
  return [
    { id: 'open', text: say('palette.open_it'), mark: ArrowRight, place: { to: `/guides/${id}` } },
    mayWrite &&
      (!isPublished || has_changes) && {
        id: 'publish',
        text: say(isPublished ? 'editor.publish_changes' : 'editor.publish'),
        mark: Rocket,
        place: { to: `/guides/${id}`, search: { ask: 'publish' } },
      },
    rights.has('enrollments:write') &&
      isPublished && { id: 'enroll', text: say('enroll.title'), mark: Route, asks: { kind: 'enroll', guide_id: id } },
    {
      id: 'enrollments',
      text: say('place.enrollments'),
      mark: Route,
      place: { to: '/enrollments', search: { guide: id } },
    },
    status !== 'draft' && {
      id: 'history',
      text: say('versions.open'),
      mark: History,
      place: { to: `/guides/${id}/versions` },
    },
    mayWrite && {
      id: 'duplicate',
      text: say('guides.duplicate'),
      mark: CopyPlus,
      act: () => duplicate.mutate({ id, title: copyTitle }),
    },
  ]
}

/** Copies a text, and says whether the browser allowed it. */
function useCopying(): (text: string) => Promise<void> {
  const { say } = useWords()
  return async (text) => toasts.show(say((await written(text)) ? 'common.copied' : 'common.not_copied'))
}
