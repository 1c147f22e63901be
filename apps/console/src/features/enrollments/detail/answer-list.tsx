import { useAnswerText } from '../../../components/answer-text.ts'

interface AnswerListProps {
  /** The labels of fields, by name. */
  labels: ReadonlyMap<string, string>
  answers: Record<string, unknown>
  /** The kinds of fields, by name. */
  kinds?: ReadonlyMap<string, string>
}

/** The answers of a form. */
export function AnswerList({ labels, answers, kinds }: AnswerListProps) {
  const textOf = useAnswerText()
  return (
    <dl className="kv answers">
      {Object.entries(answers).map(([name, answer]) => (
        <div key={name}>
          <dt>{labels.get(name) ?? name}</dt>
          <dd className="pre">{textOf(answer, kinds?.get(name)) ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
