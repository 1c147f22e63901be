import type { Data } from '../../../api/operations.ts'
import { useAct } from '../../../api/use-operation.ts'
import { contactName } from '../../../components/contact-name.ts'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'

interface ContactEndingsProps {
  contact: Data<'getContact'>
  /** `delete` can be taken back, `erase` cannot. */
  ending: 'delete' | 'erase'
  onClose(): void
}

/** Asks before a contact goes. */
export function ContactEndings({ contact, ending, onClose }: ContactEndingsProps) {
  const { say } = useWords()
  const go = useGo()
  const name = contactName(contact)
  const { id } = contact
  const restore = useAct('restoreContacts')
  const remove = useAct('deleteContact', {
    shown: true,
    onSuccess() {
      toasts.show(say('common.deleted', { name }), () => restore.mutateAsync({ ids: [id] }))
      go('/contacts')
    },
  })
  const erase = useAct('eraseContact', {
    shown: true,
    onSuccess() {
      toasts.show(say('exports.erased', { name }))
      go('/contacts')
    },
  })
  const isErased = ending === 'erase'
  return (
    <Confirm
      title={say(isErased ? 'exports.erase_title' : 'contacts.delete_title', { name })}
      action={say(isErased ? 'exports.erase' : 'contacts.delete')}
      onClose={onClose}
      run={() => (isErased ? erase : remove).mutateAsync({ id })}
    >
      {say(isErased ? 'exports.erase_text' : 'contacts.delete_text')}
    </Confirm>
  )
}
