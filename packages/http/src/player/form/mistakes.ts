import type { AppError, FieldErrorCode } from '@handrail/core'
import type { I18n } from '../i18n/i18n.ts'
import { type FormField, own, type Typed } from './typed-answers.ts'

/** The errors of a form in the contact's language, by the names of its fields. */
export function mistakesOf(
  fields: readonly FormField[],
  typed: Readonly<Record<string, Typed>>,
  { fieldErrors = {} }: AppError,
  i18n: I18n,
): Record<string, string> {
  const wrong = fields.flatMap((field) => {
    const found = [own(fieldErrors, field.name) ?? []].flat()[0]
    return found ? [[field.name, mistakeOf(field, own(typed, field.name) ?? '', found.code, i18n)] as const] : []
  })
  return Object.fromEntries(wrong)
}

function mistakeOf(field: FormField, typed: Typed, code: FieldErrorCode, i18n: I18n): string {
  const { kind, max_length } = field
  const { t } = i18n
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (kind === 'consent' || kind === 'checkbox') return t(`wrong_${kind}`)
  if (kind === 'multiple_choice') return countMistake(field, typed, i18n)
  if (text === '') return t('wrong_blank')
  if (code === 'too_long') return t('wrong_long', { count: max_length ?? 2048 })
  switch (kind) {
    case 'email':
      return t(/^[^\s@]+@[^\s@.]+$/.test(text) ? 'wrong_email_ending' : 'wrong_email')
    case 'number':
      return numberMistake(field, text, i18n)
    case 'date':
      return dateMistake(field, text, i18n)
    case 'choice':
      return t('wrong_choice')
    case 'tel':
    case 'url':
      return t(`wrong_${kind}`)
    default:
      return t('wrong_other_reason')
  }
}

function countMistake({ required, min = required ? 1 : 0, max }: FormField, typed: Typed, { t }: I18n): string {
  const chosen = Array.isArray(typed) ? typed.length : 0
  if (chosen < min || (chosen === 0 && required)) return t('wrong_least', { count: Math.max(1, min) })
  return max !== undefined && chosen > max ? t('wrong_most', { count: max }) : t('wrong_choice')
}

function numberMistake({ min, max }: FormField, text: string, { t, number, parseNumber }: I18n): string {
  const value = parseNumber(text)
  if (value !== undefined && min !== undefined && value < min) return t('wrong_min', { limit: number(min) })
  if (value !== undefined && max !== undefined && value > max) return t('wrong_max', { limit: number(max) })
  return t('wrong_number')
}

function dateMistake({ earliest, latest }: FormField, text: string, { t, date }: I18n): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return t('wrong_date', { example: '2026-12-24' })
  if (earliest !== undefined && text < earliest) return t('wrong_earliest', { day: date(earliest) })
  if (latest !== undefined && text > latest) return t('wrong_latest', { day: date(latest) })
  return t('wrong_date', { example: '2026-12-24' })
}
