import { useAct, useAnswer } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { ShownDialog } from '../../components/dialog/shown-dialog.tsx'
import { Answered } from '../../components/query-view.tsx'
import { toasts } from '../../components/toast.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { useMay } from '../../workspace/workspace.ts'
import type { Email } from './email.tsx'

/** A mail as it was written, to be sent again. */
export function EmailDialog({ email, onClose }: { email: Email; onClose(): void }) {
  const { say } = useWords()
  const may = useMay('enrollments:write')
  const query = useAnswer('getEmail', { id: email.id })
  const send = useAct('resendEmail', {
    onSuccess() {
      toasts.show(say('outbox.sent_again'))
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
            {say('outbox.send_again')}
          </Button>
        )
      }
    >
      <Answered query={query}>
        {({ data: { text, link } }) => (
          <>
            <p className="soft">{say('outbox.to', { name: email.recipient })}</p>
            <div className="code">{text}</div>
            {link && (
              <div>
                <CopyButton text={link} label={say('enrollment.copy_link')} />
              </div>
            )}
          </>
        )}
      </Answered>
    </ShownDialog>
  )
}
