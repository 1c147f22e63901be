import type { PLAN_MAIL_KINDS } from '@handrail/core/contract'
import { Send } from 'lucide-react'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { MailPreview } from './mail-preview.tsx'
import { useMailPreview } from './use-mail-preview.ts'
import type { MailText } from './use-text-form.ts'

interface PlanMailProps {
  kind: (typeof PLAN_MAIL_KINDS)[number]
  language: MailText['language']
}

/** A mail whose text nobody writes, as its recipient sees it. */
export function PlanMail({ kind, language }: PlanMailProps) {
  const { t } = useI18n()
  const may = useCan('mail_texts:write')
  const sendsMail = useOperation('getMailSettings', {}).data?.data.sends_mail === true
  const test = useOperationMutation('sendTestMailText', {
    onSuccess: ({ data }) => toasts.show(t('mail_texts.test_sent', { address: data.recipient })),
  })
  const preview = useMailPreview({ kind, language })
  return (
    <>
      <section className="card" aria-labelledby="plan-mail">
        <header>
          <h2 id="plan-mail">{t(`mail_texts.kind.${kind}`)}</h2>
        </header>
        <div className="pad all">
          <p>{t('mail_texts.follows')}</p>
        </div>
        {may && sendsMail && (
          <footer>
            <Button busy={test.isPending} onClick={() => test.mutate({ kind, language })}>
              <Send className="icon" aria-hidden />
              {t('mail_texts.send_test')}
            </Button>
          </footer>
        )}
      </section>
      <MailPreview language={language} preview={preview} />
    </>
  )
}
