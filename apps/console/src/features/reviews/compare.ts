import type { Data, Item } from '../../api/operations.ts'
import { isEmptyAnswer } from '../../components/answer-text.ts'

export type Submission = Item<'listSubmissions'>
/** What others have done with a submission since a member opened it. */
export type Since = 'sent_again' | 'accepted' | 'asked'
export type SentFile = Submission['files'][number]
type Field = NonNullable<Data<'getEnrollmentSteps'>['sections'][number]['steps'][number]['content']['fields']>[number]

/** An answer of a round, beside that of the round before. */
export interface ComparedAnswer {
  name: string
  label: string
  kind: string | undefined
  answer: unknown
  /** The answer of the round before, where it differs. */
  before?: unknown
  isChanged: boolean
}

/** The answers of a round in the order of the form; those to questions that the form does not have any more follow. */
export function comparedAnswers(
  fields: readonly Pick<Field, 'name' | 'label' | 'kind'>[],
  { answers }: Pick<Submission, 'answers'>,
  former: Pick<Submission, 'answers'> | undefined,
): ComparedAnswer[] {
  if (answers === null) return []
  const known = new Set(fields.map(({ name }) => name))
  const others = Object.keys(answers).filter((name) => !known.has(name))
  const asked = [...fields, ...others.map((name) => ({ name, label: name, kind: undefined }))]
  return asked.map(({ name, label, kind }) => {
    const answer = answers[name]
    const before = former?.answers?.[name]
    const isChanged = former !== undefined && !isSameAnswer(answer, before)
    return { name, label, kind, answer, isChanged, ...(isChanged && { before }) }
  })
}

function isSameAnswer(one: unknown, other: unknown): boolean {
  if (isEmptyAnswer(one) || isEmptyAnswer(other)) return isEmptyAnswer(one) && isEmptyAnswer(other)
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A file of a round. */
export interface ComparedFile extends SentFile {
  /** Whether the round before was sent without it. */
  isNew: boolean
}

/** The files of a round, and the names of those that were sent in the round before alone. */
export function comparedFiles(
  { files }: Pick<Submission, 'files'>,
  former: Pick<Submission, 'files'> | undefined,
): { files: ComparedFile[]; gone: string[] } {
  const [now, before] = [files, former?.files ?? []].map((some) => new Set(some.map(({ id }) => id)))
  return {
    files: files.map((file) => ({ ...file, isNew: former !== undefined && !before?.has(file.id) })),
    gone: (former?.files ?? []).filter(({ id }) => !now?.has(id)).map(({ name }) => name),
  }
}

/** What others have done since a submission was opened. */
export function doneSince(
  seen: Pick<Submission, 'id' | 'revision' | 'status'>,
  latest: Pick<Submission, 'id' | 'revision' | 'status'>,
): Since | undefined {
  if (seen.id !== latest.id || seen.revision !== latest.revision) return 'sent_again'
  if (seen.status === latest.status) return undefined
  return latest.status === 'accepted' ? 'accepted' : 'asked'
}
