import { useI18n } from '../../../i18n/i18n.ts'

interface AnswerListProps {
  /** The labels of fields, by name. */
  labels: ReadonlyMap<string, string>
  answers: Record<string, unknown>
}

/** The answers of a form. */
export function AnswerList({ labels, answers }: AnswerListProps) {
  const { t } = useI18n()
  return (
    <dl className="kv answers">
      {Object.entries(answers).map(([name, answer]) => (
        <div key={name}>
          <dt>{labels.get(name) ?? name}</dt>
          <dd className="pre">{shown(answer, t('common.yes'), t('common.no'))}</dd>
        </div>
      ))}
    </dl>
  )
}

function shown(answer: unknown, yes: string, no: string): string {
  if (Array.isArray(answer)) return answer.join(', ')
  if (typeof answer === 'boolean') return answer ? yes : no
  return String(answer ?? '–')
}
