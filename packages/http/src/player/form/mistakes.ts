import type { AppError, FieldErrorCode } from '@handrail/core'
import type { Words } from '../words/words.ts'
import { type FormField, own, type Typed } from './typed-answers.ts'

/** What is wrong with a form, in the reader's words, by the names of its fields. */
export function mistakesOf(
  fields: readonly FormField[],
  typed: Readonly<Record<string, Typed>>,
  { fieldErrors = {} }: AppError,
  words: Words,
): Record<string, string> {
  const wrong = fields.flatMap((field) => {
    const found = [own(fieldErrors, field.name) ?? []].flat()[0]
    return found ? [[field.name, mistakeOf(field, own(typed, field.name) ?? '', found.code, words)] as const] : []
  })
  return Object.fromEntries(wrong)
}

function mistakeOf(field: FormField, typed: Typed, code: FieldErrorCode, words: Words): string {
  const { kind, max_length } = field
  const { say } = words
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (kind === 'consent' || kind === 'checkbox') return say(`wrong_${kind}`)
  if (kind === 'multiple_choice') return countMistake(field, typed, words)
  if (text === '') return say('wrong_blank')
  if (code === 'too_long') return say('wrong_long', { count: max_length ?? 2048 })
  switch (kind) {
    case 'email':
      return say(/^[^\s@]+@[^\s@.]+$/.test(text) ? 'wrong_email_ending' : 'wrong_email')
    case 'number':
      return numberMistake(field, text, words)
    case 'date':
      return dateMistake(field, text, words)
    case 'choice':
      return say('wrong_choice')
    case 'tel':
    case 'url':
      return say(`wrong_${kind}`)
    default:
      return say('wrong_other_reason')
  }
}

function countMistake({ required, min = required ? 1 : 0, max }: FormField, typed: Typed, { say }: Words): string {
  const chosen = Array.isArray(typed) ? typed.length : 0
  if (chosen < min || (chosen === 0 && required)) return say('wrong_least', { count: Math.max(1, min) })
  return max !== undefined && chosen > max ? say('wrong_most', { count: max }) : say('wrong_choice')
}

function numberMistake({ min, max }: FormField, text: string, { say, number, parseNumber }: Words): string {
  const value = parseNumber(text)
  if (value !== undefined && min !== undefined && value < min) return say('wrong_min', { limit: number(min) })
  if (value !== undefined && max !== undefined && value > max) return say('wrong_max', { limit: number(max) })
  return say('wrong_number')
}

function dateMistake({ earliest, latest }: FormField, text: string, { say, date }: Words): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return say('wrong_date', { example: '2026-12-24' })
  if (earliest !== undefined && text < earliest) return say('wrong_earliest', { day: date(earliest) })
  if (latest !== undefined && text > latest) return say('wrong_latest', { day: date(latest) })
  return say('wrong_date', { example: '2026-12-24' })
}
