import { ArrowLeft, CalendarPlus, CircleCheck, Eye, RefreshCw, RotateCcw, Send, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { Avatar } from '../../../../components/avatar.tsx'
import { Button } from '../../../../components/button.tsx'
import { contactName } from '../../../../components/contact-name.ts'
import { CopyButton } from '../../../../components/copy.tsx'
import { ActionMenu } from '../../../../components/menu.tsx'
import { useOrganisationName } from '../../../../components/organisation/organisation-name.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useMediaQuery } from '../../../../components/use-media-query.ts'
import { useI18n } from '../../../../i18n/i18n.ts'
import { Link, useGo } from '../../../../workspace/link.tsx'
import { useCan } from '../../../../workspace/workspace.ts'
import { EnrollmentDialogs, type OpenDialog } from './dialogs.tsx'
import { MainAction, useIsPlan, useWaitsForNobody } from './main-action.tsx'

/** A window without room for all buttons. */
const NARROW = '(max-width: 47.99rem)'

/** Whose way this is, and what can be done for them. */
export function EnrollmentActions({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const [open, setOpen] = useState<OpenDialog>()
  const { id, status, contact, guide, url, organisation_id, participants_count } = enrollment
  const name = contactName(contact)
  const organisation = useOrganisationName(organisation_id)
  // A plan of several people is their organisation's.
  const title = participants_count > 0 && organisation ? organisation : name
  const update = useOperationMutation('updateEnrollment')
  const isPlan = useIsPlan(enrollment)
  const isNarrow = useMediaQuery(NARROW)
  const waitsForNobody = useWaitsForNobody(enrollment)
  const isOpen = status === 'invited' || status === 'in_progress'
  const reopen = async () => {
    await update.mutateAsync({ id, status: 'in_progress' })
    toasts.show(t('enrollment.reopened', { name }))
  }
  return (
    <div className="head">
      <Link to="/enrollments" className="btn bare sq" aria-label={t('enrollment.back')}>
        <ArrowLeft className="icon" aria-hidden />
      </Link>
      <Avatar name={title} large />
      <div className="title">
        <h1>{title}</h1>
        <Link to={`/contacts/${contact.id}`}>{title === name ? contact.email : name}</Link>{' '}
        <span className="soft">
          {title !== name && `${t('enrollment.and_others', { count: participants_count })} `}
          {t('enrollment.in')}
        </span>{' '}
        <Link to={`/guides/${guide.id}`}>{guide.title}</Link>
      </div>
      <div className="acts">
        {isOpen && url !== null && (
          <CopyButton text={url} label={t('enrollment.copy_link')} look={waitsForNobody ? 'main' : 'side'} />
        )}
        {isPlan && !isNarrow && (
          <Link to={`/enrollments/${id}/see-as`} className="btn side">
            <Eye className="icon" aria-hidden />
            {t('see_as.button')}
          </Link>
        )}
        {may && isOpen && (
          <>
            {isPlan === false && (
              <Button onClick={() => setOpen('extend')}>
                <CalendarPlus className="icon" aria-hidden />
                {t('enrollment.extend')}
              </Button>
            )}
            <MainAction enrollment={enrollment} />
          </>
        )}
        {may && status === 'expired' && (
          <Button look="main" busy={update.isPending} onClick={reopen}>
            <RotateCcw className="icon" aria-hidden />
            {t('enrollment.reopen')}
          </Button>
        )}
        <MoreActions enrollment={enrollment} isPlan={isPlan === true} onOpen={setOpen} />
      </div>
      <EnrollmentDialogs enrollment={enrollment} open={open} onClose={() => setOpen(undefined)} />
    </div>
  )
}

interface MoreActionsProps {
  enrollment: Data<'getEnrollment'>
  isPlan: boolean
  onOpen(dialog: OpenDialog): void
}

/** The menu of what else can be done. */
function MoreActions({ enrollment: { id, status, contact }, isPlan, onOpen }: MoreActionsProps) {
  const { t } = useI18n()
  const go = useGo()
  const may = useCan('enrollments:write')
  const isNarrow = useMediaQuery(NARROW)
  const name = contactName(contact)
  const invite = useOperationMutation('sendInvitation', {
    onSuccess: () => toasts.show(t('enrollment.invited_again', { name })),
  })
  const mayOpen = may && (status === 'invited' || status === 'in_progress')
  return (
    <ActionMenu
      of={name}
      actions={[
        isPlan && isNarrow && { icon: Eye, text: t('see_as.button'), run: () => go(`/enrollments/${id}/see-as`) },
        mayOpen && isPlan && { icon: CalendarPlus, text: t('enrollment.extend'), run: () => onOpen('extend') },
        mayOpen && { icon: Send, text: t('enrollment.invite_again'), run: () => invite.mutate({ id }) },
        mayOpen && { icon: UserPlus, text: t('people.add_to'), run: () => onOpen('participant') },
        may && { icon: RefreshCw, text: t('people.new_link'), run: () => onOpen('link') },
        mayOpen && { icon: CircleCheck, text: t('enrollment.mark_all'), run: () => onOpen('complete') },
        may && { icon: Trash2, text: t('common.delete'), danger: true, run: () => onOpen('delete') },
      ]}
    />
  )
}
