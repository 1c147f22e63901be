import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { ShownDialog } from '../../components/dialog/shown-dialog.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'
import type { Email } from './email.tsx'

/** A mail as it was written, to be sent again. */
export function EmailDialog({ email, onClose }: { email: Email; onClose(): void }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write')
  const query = useOperation('getEmail', { id: email.id })
  const send = useOperationMutation('resendEmail', {
    onSuccess() {
      toasts.show(t('outbox.sent_again'))
      onClose()
    },
  })
  return (
    <ShownDialog
      title={email.subject}
      onClose={onClose}
      act={
        may && (
          <Button busy={send.isPending} onClick={() => send.mutate({ id: email.id })}>
            {t('outbox.send_again')}
          </Button>
        )
      }
    >
      <QueryView query={query}>
        {({ data: { text, link } }) => (
          <>
            <p className="soft">{t('outbox.to', { kind: t(`outbox.kind.${email.kind}`), name: email.recipient })}</p>
            <div className="code">{text}</div>
            {link && (
              <div>
                <CopyButton text={link} label={t('enrollment.copy_link')} />
              </div>
            )}
          </>
        )}
      </QueryView>
    </ShownDialog>
  )
}
