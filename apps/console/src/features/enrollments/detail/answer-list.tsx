import { useAnswerText } from '../../../components/answer-text.ts'

interface AnswerListProps {
  /** The labels of fields, by name. */
  labels: ReadonlyMap<string, string>
  answers: Record<string, unknown>
}

/** The answers of a form. */
export function AnswerList({ labels, answers }: AnswerListProps) {
  const textOf = useAnswerText()
  return (
    <dl className="kv answers">
      {Object.entries(answers).map(([name, answer]) => (
        <div key={name}>
          <dt>{labels.get(name) ?? name}</dt>
          <dd className="pre">{textOf(answer) ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
