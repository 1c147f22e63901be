import { ArrowRight, Bell, Copy, Link, Route, UserPlus } from 'lucide-react'
import type { Item } from '../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { contactName } from '../../components/contact-name.ts'
import { copyText } from '../../components/copy.tsx'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { toasts } from '../../components/toast.tsx'
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
import { LatestStatus } from './latest-enrollment.tsx'

const ContactForm = lazyDialog(() => import('./contact-form.tsx'), 'ContactForm')
const EnrollDialog = lazyDialog(() => import('../enrollments/enroll/enroll.tsx'), 'EnrollDialog')

/** An id that no contact has. */
const NO_CONTACT = '00000000-0000-0000-0000-000000000000'

export function useContactCommands(): OptionalItem[] {
  const addContact = useAddContact()
  return [addContact('contact')]
}

/** Returns a palette item that adds a contact, optionally to an organisation. */
export function useAddContact(): (id: string, organisation?: { id: string; text: string }) => OptionalItem {
  const { t } = useI18n()
  const canWrite = useCan('contacts:write')
  const go = useGo()
  return (id, organisation) =>
    canWrite && {
      id,
      text: t('contacts.add'),
      icon: UserPlus,
      dialog: (onClose) => (
        <ContactForm
          organisation={organisation}
          onClose={onClose}
          onSaved={(contact) => go(`/contacts/${contact.id}`)}
        />
      ),
    }
}

export function useContactMatches(query: string): PaletteMatches {
  const { t } = useI18n()
  const enabled = query !== ''
  const { data, isLoading, error } = useOperation(
    'listContacts',
    { query: query || '-', per_page: MAX_MATCHES },
    { enabled, keep: true },
  )
  const items = enabled ? (data?.data ?? []).map(contactItem) : []
  return { group: { title: t('palette.contacts'), items }, isLoading, error: data ? null : error }
}

function contactItem(contact: Item<'listContacts'>): PaletteItem {
  const { id, email } = contact
  const name = contactName(contact)
  return {
    id,
    text: name,
    hint: email,
    icon: 'person',
    status: <LatestStatus contact_id={id} />,
    target: { to: `/contacts/${id}` },
    record: { kind: 'contact', name, contact },
  }
}

export function useContactActions(record: PaletteRecord | undefined): OptionalItem[] {
  const { t } = useI18n()
  const canEnroll = useCan('enrollments:write')
  const contact = record?.kind === 'contact' ? record.contact : undefined
  const copy = useCopy()
  const remind = useOperationMutation('sendReminder', {
    onSuccess: () => toasts.show(t('enrollment.reminded', { name: record?.name ?? '' })),
  })
  const enrollments = useOperation(
    'listEnrollments',
    { contact_id: contact?.id ?? NO_CONTACT, per_page: MAX_MATCHES },
    { enabled: contact !== undefined },
  )
  if (!contact) return []
  const { id, email } = contact
  // Only members who manage enrollments get the link.
  const linkItems = ({ id, guide_title: hint, url, status }: Item<'listEnrollments'>): OptionalItem[] =>
    url !== null && (status === 'invited' || status === 'in_progress')
      ? [{ id: `link ${id}`, text: t('enrollment.copy_link'), icon: Link, hint, run: () => copy(url) }]
      : []
  const enrollmentItems = (enrollments.data?.data ?? []).flatMap((one): OptionalItem[] => {
    const hint = one.guide_title
    const isOpen = one.status === 'invited' || one.status === 'in_progress'
    return [
      canEnroll &&
        isOpen && {
          id: `remind ${one.id}`,
          text: t('enrollment.remind'),
          icon: Bell,
          hint,
          run: () => remind.mutate({ id: one.id }),
        },
      ...linkItems(one),
      { id: one.id, text: t('palette.look_at_way'), icon: Route, hint, target: { to: `/enrollments/${one.id}` } },
    ]
  })
  return [
    { id: 'open', text: t('palette.open_it'), icon: ArrowRight, target: { to: `/contacts/${id}` } },
    canEnroll && {
      id: 'enroll',
      text: t('enroll.in_guide'),
      icon: Route,
      dialog: (onClose) => <EnrollDialog contacts={[contact]} onClose={onClose} />,
    },
    ...enrollmentItems,
    { id: 'email', text: t('palette.copy_email'), icon: Copy, hint: email, run: () => copy(email) },
  ]
}

/** Copies a text, and reports whether the browser allowed it. */
function useCopy(): (text: string) => Promise<void> {
  const { t } = useI18n()
  return async (text) => toasts.show(t((await copyText(text)) ? 'common.copied' : 'common.not_copied'))
}
