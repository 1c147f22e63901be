import { useState } from 'react'
import { CallError } from '../../../api/error.ts'
import { fieldFaults } from '../../../api/fault.ts'
import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ENCRYPTIONS, type ServerValues } from './server-fields.tsx'

export type Server = Data<'getMailServer'>

/** The form of the mail server: its values, saving, and a test before that. */
export function useServerForm(server: Server) {
  const i18n = useI18n()
  const { t } = i18n
  const [values, setValues] = useState<ServerValues>(() => valuesOf(server))
  const change = (changes: Partial<ServerValues>) => setValues((before) => ({ ...before, ...changes }))
  const test = useOperationMutation('testMailServer', { shown: true })
  const set = useOperationMutation('setMailServer', {
    shown: true,
    onSuccess() {
      test.reset()
      change({ password: '', own_password: '' })
      toasts.show(t('mail_server.saved'))
    },
  })
  const { host, port, encryption, username, password, sender, own_password } = values
  const given = { host, port: Number(port), encryption, username, sender, ...(password !== '' && { password }) }
  const isBusy = set.isPending || test.isPending
  const error = set.error ?? test.error
  return {
    values,
    change,
    error,
    wrong: {
      ...fieldFaults(error, i18n),
      ...(i18n.language !== 'en' && ownWords(error, (field) => t(`mail_server.wrong.${field}`))),
    },
    isSaving: set.isPending,
    isTesting: test.isPending,
    tested: test.isPending ? undefined : test.data?.data,
    save() {
      if (!isBusy) set.mutate({ ...given, own_password })
    },
    test() {
      set.reset()
      if (!isBusy) test.mutate(given)
    },
  }
}

const OWN_WORDS = ['host', 'port', 'encryption', 'sender'] as const

type OwnField = (typeof OWN_WORDS)[number]

/** The words of the server are English and the most exact; in other languages, fields have words of their own. */
function ownWords(error: unknown, word: (field: OwnField) => string): Record<string, string> {
  if (!(error instanceof CallError)) return {}
  const { codes = {} } = error.body
  const own = OWN_WORDS.filter((field) => codes[field] === 'invalid')
  return Object.fromEntries(own.map((field) => [field, word(field)]))
}

function valuesOf({ host, port, encryption, username, sender }: Server): ServerValues {
  return {
    host,
    port: String(port),
    encryption: ENCRYPTIONS.find((one) => one === encryption) ?? 'starttls',
    username,
    password: '',
    sender,
    own_password: '',
  }
}
