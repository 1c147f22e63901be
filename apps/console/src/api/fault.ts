import { type I18n, useI18n } from '../i18n/i18n.ts'
import { CallError } from './error.ts'

/** The texts of an error for people. */
export interface FaultText {
  title: string
  text: string
  /** The id of the request in the log of the server. */
  number?: string | undefined
}

/** The texts for an error; undefined if there is none. */
export function useFault(error: unknown): FaultText | undefined {
  const i18n = useI18n()
  return error === undefined || error === null ? undefined : faultOf(error, i18n)
}

/** The texts for the error of a query, when there is no input to lose. */
export function useReadFault(error: unknown): FaultText | undefined {
  const i18n = useI18n()
  return error === undefined || error === null ? undefined : readFaultOf(error, i18n)
}

function readFaultOf(error: unknown, i18n: I18n): FaultText {
  const { t } = i18n
  const { type, request_id } = error instanceof CallError ? error.body : { type: 'internal_error' }
  switch (type) {
    case 'offline':
      return { title: t('fault.offline'), text: t('fault.offline_read') }
    case 'rate_limited':
    case 'unavailable':
      return { title: t('fault.busy'), text: t('fault.busy_read') }
    case 'internal_error':
      return { title: t('fault.not_loaded'), text: t('fault.not_loaded_text'), number: request_id }
    default:
      return faultOf(error, i18n)
  }
}

export function faultOf(error: unknown, i18n: I18n): FaultText {
  const { t, language } = i18n
  if (!(error instanceof CallError)) return { title: t('fault.unknown'), text: t('fault.unknown_text') }
  const { type, message, codes = {}, sentences, request_id } = error.body
  const sentence = /[.?!]$/.test(message) ? message : `${message}.`
  const reason = reasonText(error, i18n)
  if (reason !== undefined) return { title: t('fault.refused'), text: reason }
  switch (type) {
    case 'offline':
      return { title: t('fault.offline'), text: t('fault.offline_text') }
    case 'forbidden':
      return { title: t('fault.forbidden'), text: t('fault.forbidden_text') }
    case 'authentication_required':
      return { title: t('fault.signed_out'), text: t('fault.signed_out_text') }
    case 'not_found':
      return { title: t('fault.not_found'), text: t('fault.not_found_text') }
    case 'precondition_failed':
      return { title: t('fault.changed'), text: t('fault.changed_text') }
    case 'brought_in':
      return { title: t('fault.changed'), text: t('fault.brought_in_text') }
    case 'rate_limited':
    case 'unavailable':
      return { title: t('fault.busy'), text: t('fault.busy_text') }
    case 'conflict':
      return { title: t('fault.refused'), text: sentence }
    case 'validation_error':
      return {
        title: t('fault.refused'),
        text:
          language === 'en' || sentences
            ? sentence
            : Object.values(codes)
                .map((code) => codeText(code, t))
                .join(' '),
      }
    default:
      return { title: t('fault.unknown'), text: t('fault.unknown_text'), number: request_id }
  }
}

const REASONS = {
  has_enrollments: 'fault.reason.has_enrollments',
  last_workspace: 'fault.reason.last_workspace',
  mail_server_demo: 'fault.reason.mail_server_demo',
  mail_server_environment: 'fault.reason.mail_server_environment',
  mail_server_several_workspaces: 'fault.reason.mail_server_several_workspaces',
  moves_under_way: 'fault.reason.moves_under_way',
  never_published: 'fault.reason.never_published',
  no_mail_server: 'fault.reason.no_mail_server',
  no_second_factor: 'fault.reason.no_second_factor',
  no_storage: 'fault.reason.no_storage',
  owner_keeps_role: 'fault.reason.owner_keeps_role',
  sample_already: 'fault.reason.sample_already',
  second_factor_already: 'fault.reason.second_factor_already',
  too_many_at_a_time: 'fault.reason.too_many_at_a_time',
  too_many_imports: 'fault.reason.too_many_imports',
  file_ended_process: 'imports.failed.ended_process',
  file_too_large: 'imports.failed.too_large',
  file_too_long: 'imports.failed.too_long',
  file_took_too_long: 'imports.failed.took_too_long',
  file_took_too_much_memory: 'imports.failed.took_too_much_memory',
  file_unreadable: 'imports.failed.unreadable',
} as const

/** The text for a known reason of a refusal. For files, the server's message is the most exact in English. */
function reasonText({ body }: CallError, { t, language }: I18n): string | undefined {
  const { reason = '', errors = {} } = body
  const [exact] = errors.content ?? []
  if (language === 'en' && reason.startsWith('file_') && exact !== undefined) return `This file ${exact}.`
  return isReason(reason) ? t(REASONS[reason]) : undefined
}

function isReason(reason: string): reason is keyof typeof REASONS {
  return Object.hasOwn(REASONS, reason)
}

/** The errors to show below the fields of a form. */
export function fieldFaults(error: unknown, { t, language }: I18n): Record<string, string> {
  if (!(error instanceof CallError)) return {}
  const { errors = {}, codes = {}, sentences } = error.body
  if (sentences) return sentences
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      field,
      language === 'en' ? said(texts) : codeText(codes[field] ?? '', t),
    ]),
  )
}

/** The server's messages for a field as sentences, for English, where they are the most exact. */
function said(texts: readonly string[]): string {
  return `${texts.map((text) => `It ${text}`.replace(/^It (must|can't|cannot|does|is|has|contains|was|asked)/, 'This $1')).join('. ')}.`
}

const CODES = {
  blank: 'fault.code.blank',
  empty: 'fault.code.blank',
  taken: 'fault.code.taken',
  repeated: 'fault.code.repeated',
  already_enrolled: 'fault.code.already_enrolled',
  already_member: 'fault.code.already_member',
  already_invited: 'fault.code.already_invited',
  too_long: 'fault.code.too_long',
  too_large: 'fault.code.too_large',
  too_small: 'fault.code.too_small',
  not_in_future: 'fault.code.not_in_future',
  wrong_secret: 'fault.code.wrong_secret',
  too_common: 'fault.code.too_common',
  does_not_exist: 'fault.code.does_not_exist',
} as const

export function codeText(code: string, t: I18n['t']): string {
  return t(isKnown(code) ? CODES[code] : 'fault.code.invalid')
}

function isKnown(code: string): code is keyof typeof CODES {
  return Object.hasOwn(CODES, code)
}
