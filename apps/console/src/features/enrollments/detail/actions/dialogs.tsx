import type { Data } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { contactName } from '../../../../components/contact-name.ts'
import { copyText } from '../../../../components/copy.tsx'
import { Confirm } from '../../../../components/dialog/confirm.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useGo } from '../../../../workspace/link.tsx'
import { AddParticipant } from '../people/add-participant.tsx'
import { useRoles } from '../people/use-roles.ts'
import { ExtendDialog } from './extend.tsx'

export type OpenDialog = 'extend' | 'participant' | 'link' | 'complete' | 'delete'

interface EnrollmentDialogsProps {
  enrollment: Data<'getEnrollment'>
  open: OpenDialog | undefined
  onClose(): void
}

/** The dialogs of the actions of an enrollment. */
export function EnrollmentDialogs({ enrollment, open, onClose }: EnrollmentDialogsProps) {
  const { t } = useI18n()
  const go = useGo()
  const { id, contact, guide } = enrollment
  const name = contactName(contact)
  const update = useOperationMutation('updateEnrollment', { shown: true })
  const renew = useOperationMutation('renewEnrollmentLink', {
    shown: true,
    async onSuccess({ data: { url } }) {
      toasts.show(t(url && (await copyText(url)) ? 'people.renewed_copied' : 'people.renewed', { name }))
    },
  })
  const remove = useOperationMutation('deleteEnrollment', {
    shown: true,
    onSuccess() {
      toasts.show(t('common.deleted', { name }))
      go('/enrollments')
    },
  })
  if (open === 'extend') return <ExtendDialog enrollment={enrollment} onClose={onClose} />
  if (open === 'participant') return <NewParticipant enrollment={enrollment} onClose={onClose} />
  if (open === 'link')
    return (
      <Confirm
        title={t('people.new_link_title', { name })}
        action={t('people.new_link')}
        danger={false}
        onClose={onClose}
        run={() => renew.mutateAsync({ id })}
      >
        {t('people.new_link_text')}
      </Confirm>
    )
  if (open === 'complete')
    return (
      <Confirm
        title={t('enrollment.mark_all_title', { name })}
        action={t('enrollment.mark_all')}
        danger={false}
        onClose={onClose}
        run={() => update.mutateAsync({ id, status: 'completed' })}
      >
        {t('enrollment.mark_all_text')}
      </Confirm>
    )
  if (open === 'delete')
    return (
      <Confirm
        title={t('enrollment.delete_title', { name })}
        action={t('enrollment.delete')}
        onClose={onClose}
        run={() => remove.mutateAsync({ id })}
      >
        {t('enrollment.delete_text', { guide: guide.title })}
      </Confirm>
    )
  return null
}

function NewParticipant({ enrollment, onClose }: Pick<EnrollmentDialogsProps, 'enrollment' | 'onClose'>) {
  return <AddParticipant enrollment={enrollment} roles={useRoles(enrollment)} role_id={null} onClose={onClose} />
}
