import { type I18n, useI18n } from '../i18n/i18n.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Writes the answer to a field of a form; undefined for a field without an answer. */
export function useAnswerText(): (answer: unknown, kind?: string) => string | undefined {
  const i18n = useI18n()
  return (answer, kind) => answerText(answer, kind, i18n)
}

function answerText(answer: unknown, kind: string | undefined, { t, date }: Pick<I18n, 't' | 'date'>) {
  if (isEmptyAnswer(answer)) return undefined
  if (Array.isArray(answer)) return answer.join(', ')
  if (typeof answer === 'boolean') return t(answer ? 'common.yes' : 'common.no')
  const text = String(answer)
  return kind === 'date' && DATE.test(text) ? date(text) : text
}

/** Whether a field has no answer. */
export function isEmptyAnswer(answer: unknown): boolean {
  return answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)
}
