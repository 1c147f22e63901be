import { emailErrorOf } from '@handrail/core/contract'
import { MailWarning } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useCan } from '../../../workspace/workspace.ts'
import { EmailError } from '../../outbox/email.tsx'

/** The reason why the last mail to the contact did not arrive, and what members can do. */
export function EmailProblem({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const { email_problem: problem, contact } = enrollment
  const sendsMail = useOperation('getMailSettings', {}, { enabled: problem !== null }).data?.data.sends_mail
  const send = useOperationMutation('resendEmail', { onSuccess: () => toasts.show(t('outbox.sent_again')) })
  if (problem === null) return null
  const isKept = emailErrorOf(problem.error)?.reason === 'kept'
  const advice = isKept ? (sendsMail ? 'kept_advice' : 'kept_no_server') : 'advice'
  return (
    <section
      className={isKept ? 'note warn email-problem' : 'note bad email-problem'}
      aria-label={t('email_problem.title')}
    >
      <MailWarning className="icon" aria-hidden />
      <div className="grow">
        <div>
          <b>{t(isKept ? 'email_problem.kept' : 'email_problem.failed', { address: contact.email })}</b>{' '}
          {t(`email_problem.${advice}`)}
          {!isKept && (
            <div>
              <EmailError error={problem.error} />
            </div>
          )}
        </div>
        {may && (
          <div className="row wrap">
            {!isKept && (
              <Link className="btn side" to={`/contacts/${contact.id}`}>
                {t('email_problem.check')}
              </Link>
            )}
            {sendsMail && (
              <Button busy={send.isPending} onClick={() => send.mutate({ id: problem.email_id })}>
                {t(isKept ? 'outbox.send_again' : 'email_problem.again')}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
