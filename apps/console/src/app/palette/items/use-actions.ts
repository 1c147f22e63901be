import { ArrowRight, Bell, Copy, CopyPlus, History, Link, Rocket, Route, UserPlus } from 'lucide-react'
import type { Item } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { contactName } from '../../../components/contact-name.ts'
import { copyText } from '../../../components/copy.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'
import {
  type Group,
  GUIDES,
  matchingItems,
  type PaletteItem,
  type PaletteRecord,
} from '../../../workspace/palette/palette-item.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { useEnrollEverybody } from './use-palette-items.ts'

/** Of the guides that a contact follows. */
const LIMIT = 5
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** What the role allows to do with a record, as far as it is called like what was typed. */
export function useActions(of: PaletteRecord | undefined, typed: string): Group[] {
  const { t } = useI18n()
  const withContact = useContactActions(of?.kind === 'contact' ? of.contact : undefined)
  const withGuide = useGuideActions(of?.kind === 'guide' ? of.guide : undefined)
  const enrollEverybody = useEnrollEverybody()
  const { rights } = useWorkspace()
  if (!of) return []
  const organisation = of.kind === 'organisation' ? of.organisation : undefined
  const { id = '', name = '' } = organisation ?? {}
  const found = organisation
    ? [
        { id: 'open', text: t('palette.open_it'), mark: ArrowRight, place: { to: `/organisations/${id}` } },
        enrollEverybody(organisation),
        rights.has('contacts:write') && {
          id: 'add',
          text: t('contacts.add'),
          mark: UserPlus,
          asks: { kind: 'contact' as const, organisation: { id, text: name } },
        },
      ]
    : [...withContact, ...withGuide]
  return [{ title: nameOf(of), found: matchingItems(found, typed.trim()) }].filter((group) => group.found.length > 0)
}

/** What a record is called. */
export function nameOf(of: PaletteRecord): string {
  if (of.kind === 'contact') return contactName(of.contact)
  return of.kind === 'guide' ? of.guide.title : of.organisation.name
}

function useContactActions(contact: Item<'listContacts'> | undefined): (PaletteItem | false)[] {
  const { t } = useI18n()
  const may = useWorkspace().rights.has('enrollments:write')
  const name = contact ? contactName(contact) : ''
  const copy = useCopying()
  const remind = useOperationMutation('sendReminder', {
    onSuccess: () => toasts.show(t('enrollment.reminded', { name })),
  })
  const enrollments = useOperation(
    'listEnrollments',
    { contact_id: contact?.id ?? NOBODY, per_page: LIMIT },
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
          text: t('enrollment.remind'),
          mark: Bell,
          hint,
          act: () => remind.mutate({ id: one.id }),
        },
      isOpen && { id: `link ${one.id}`, text: t('enrollment.copy_link'), mark: Link, hint, act: () => copy(one.url) },
      { id: one.id, text: t('palette.look_at_way'), mark: Route, hint, place: { to: `/enrollments/${one.id}` } },
    ]
  })
  return [
    { id: 'open', text: t('palette.open_it'), mark: ArrowRight, place: { to: `/contacts/${id}` } },
    may && { id: 'enroll', text: t('enroll.in_guide'), mark: Route, asks: { kind: 'enroll', contacts: [contact] } },
    ...followed,
    { id: 'email', text: t('palette.copy_email'), mark: Copy, hint: email, act: () => copy(email) },
  ]
}

function useGuideActions(chosen: Item<'listAllGuides'> | undefined): (PaletteItem | false)[] {
  const { t } = useI18n()
  // As it is now: it may have been written in or published since it was found.
  const guides = useOperation('listAllGuides', { per_page: GUIDES }, { enabled: chosen !== undefined })
  const guide = guides.data?.data.find(({ id }) => id === chosen?.id) ?? chosen
  const { rights } = useWorkspace()
  const go = useGo()
  const duplicate = useOperationMutation('duplicateGuide', { onSuccess: ({ data }) => go(`/guides/${data.id}`) })
  if (!guide) return []
  const { id, title, status, has_changes } = guide
  const isPublished = status === 'published'
  const mayWrite = rights.has('guides:write')
  const copyTitle = t('guides.copy_of', { title }).slice(0, 255)
  return [
    { id: 'open', text: t('palette.open_it'), mark: ArrowRight, place: { to: `/guides/${id}` } },
    mayWrite &&
      (!isPublished || has_changes) && {
        id: 'publish',
        text: t(isPublished ? 'editor.publish_changes' : 'editor.publish'),
        mark: Rocket,
        place: { to: `/guides/${id}`, search: { ask: 'publish' } },
      },
    rights.has('enrollments:write') &&
      isPublished && { id: 'enroll', text: t('enroll.title'), mark: Route, asks: { kind: 'enroll', guide_id: id } },
    {
      id: 'enrollments',
      text: t('nav.enrollments'),
      mark: Route,
      place: { to: '/enrollments', search: { guide: id } },
    },
    status !== 'draft' && {
      id: 'history',
      text: t('versions.open'),
      mark: History,
      place: { to: `/guides/${id}/versions` },
    },
    mayWrite && {
      id: 'duplicate',
      text: t('guides.duplicate'),
      mark: CopyPlus,
      act: () => duplicate.mutate({ id, title: copyTitle }),
    },
  ]
}

/** Copies a text, and says whether the browser allowed it. */
function useCopying(): (text: string) => Promise<void> {
  const { t } = useI18n()
  return async (text) => toasts.show(t((await copyText(text)) ? 'common.copied' : 'common.not_copied'))
}
