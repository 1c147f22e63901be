import { useState } from 'react'
import { CallError } from '../../../api/error.ts'
import { fieldFaults } from '../../../api/fault.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { useMailPreview } from './use-mail-preview.ts'

export type MailText = Item<'listMailTexts'>

/** Unsaved words by kind and language, while the page is open: another text can be looked at meanwhile. */
export type Drafts = Map<string, { subject: string; body: string }>

/** The form of one text: its values, what is wrong with them, and what can be done. */
export function useTextForm({ kind, language, subject, body, placeholders }: MailText, drafts: Drafts) {
  const i18n = useI18n()
  const { t } = i18n
  const { account } = useWorkspace()
  const key = `${kind} ${language}`
  const [values, setValues] = useState(drafts.get(key) ?? { subject, body })
  const save = useOperationMutation('setMailText', {
    shown: true,
    onSuccess() {
      drafts.delete(key)
      toasts.show(t('common.saved'))
    },
  })
  const reset = useOperationMutation('resetMailText', {
    shown: true,
    onSuccess() {
      drafts.delete(key)
      toasts.show(t('mail_texts.reset_done'))
    },
  })
  const test = useOperationMutation('sendTestMailText', {
    shown: true,
    onSuccess: () => toasts.show(t('mail_texts.test_sent', { address: account.email })),
  })
  const input = { kind, language, ...values }
  const preview = useMailPreview(input)
  const error = save.error ?? test.error
  const faulty = error ?? preview.error
  const wrong = fieldFaults(faulty, i18n)
  const codes = faulty instanceof CallError ? (faulty.body.codes ?? {}) : {}
  // The words of the server are English, and the most exact.
  const wrongIn = (part: 'subject' | 'body') =>
    i18n.language !== 'en' && codes[part] === 'not_an_option'
      ? t('mail_texts.unknown', { names: placeholders[part].map((name) => `{${name}}`).join(', ') })
      : wrong[part]
  return {
    values,
    isUnsaved: drafts.has(key),
    change(changes: Partial<typeof values>) {
      const changed = { ...values, ...changes }
      drafts.set(key, changed)
      setValues(changed)
    },
    error,
    wrong: { subject: wrongIn('subject'), body: wrongIn('body') },
    preview,
    isSaving: save.isPending,
    isTesting: test.isPending,
    save: () => save.mutate(input),
    test: () => test.mutate(input),
    reset: () => reset.mutateAsync({ kind, language }),
  }
}
