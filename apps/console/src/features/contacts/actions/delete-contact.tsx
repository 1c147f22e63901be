import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { contactName } from '../../../components/contact-name.ts'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'

interface DeleteContactProps {
  contact: Data<'getContact'>
  /** `delete` can be taken back, `erase` cannot. */
  ending: 'delete' | 'erase'
  onClose(): void
}

/** The confirmation before a contact is deleted. */
export function DeleteContact({ contact, ending, onClose }: DeleteContactProps) {
  const { t } = useI18n()
  const go = useGo()
  const name = contactName(contact)
  const { id } = contact
  const restore = useOperationMutation('restoreContacts')
  const remove = useOperationMutation('deleteContact', {
    shown: true,
    onSuccess() {
      toasts.show(t('common.deleted', { name }), () => restore.mutateAsync({ ids: [id] }))
      go('/contacts')
    },
  })
  const erase = useOperationMutation('eraseContact', {
    shown: true,
    onSuccess() {
      toasts.show(t('exports.erased', { name }))
      go('/contacts')
    },
  })
  const isErased = ending === 'erase'
  return (
    <Confirm
      title={t(isErased ? 'exports.erase_title' : 'contacts.delete_title', { name })}
      action={t(isErased ? 'exports.erase' : 'contacts.delete')}
      onClose={onClose}
      run={() => (isErased ? erase : remove).mutateAsync({ id })}
    >
      {t(isErased ? 'exports.erase_text' : 'contacts.delete_text')}
    </Confirm>
  )
}
