import { unknownPlaceholders } from '@handrail/core/contract'
import { useState } from 'react'
import { fieldFaults } from '../../../api/fault.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'

export type MailText = Item<'listMailTexts'>

/** The form of one text: its values, what is wrong with them, and what can be done. */
export function useTextForm({ kind, language, subject, body, placeholders }: MailText) {
  const i18n = useI18n()
  const { t } = i18n
  const { account } = useWorkspace()
  const [values, setValues] = useState({ subject, body })
  const save = useOperationMutation('setMailText', { shown: true, onSuccess: () => toasts.show(t('common.saved')) })
  const reset = useOperationMutation('resetMailText', {
    shown: true,
    onSuccess: () => toasts.show(t('settings.mail_texts.reset_done')),
  })
  const test = useOperationMutation('sendTestMailText', {
    shown: true,
    onSuccess: () => toasts.show(t('settings.mail_texts.test_sent', { address: account.email })),
  })
  const unknownIn = (part: 'subject' | 'body') => {
    const names = unknownPlaceholders(values[part], placeholders[part]).map((name) => `{${name}}`)
    return names.length > 0 ? t('settings.mail_texts.unknown', { names: names.join(', ') }) : undefined
  }
  const unknown = { subject: unknownIn('subject'), body: unknownIn('body') }
  const error = save.error ?? test.error
  const wrong = fieldFaults(error, i18n)
  const input = { kind, language, ...values }
  return {
    values,
    change: (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes })),
    input,
    error,
    wrong: { subject: unknown.subject ?? wrong.subject, body: unknown.body ?? wrong.body },
    isValid: unknown.subject === undefined && unknown.body === undefined,
    isSaving: save.isPending,
    isTesting: test.isPending,
    save: () => save.mutate(input),
    test: () => test.mutate(input),
    reset: () => reset.mutateAsync({ kind, language }),
  }
}
