import type { Submission } from './compare.ts'

/** What a member writes while reviewing. */
export interface ReviewDraft {
  /** To all of it. */
  note: string
  /** What should change, by the name of the field or the id of the file. An empty text is still to be written. */
  notes: Readonly<Record<string, string>>
  /** What it was written to. */
  about?: Submission
}

export const EMPTY_DRAFT: ReviewDraft = { note: '', notes: {} }

/** The draft with a note, or without it. */
export function withNote(draft: ReviewDraft, name: string, text: string | undefined): ReviewDraft {
  const { [name]: _removed, ...others } = draft.notes
  return { ...draft, notes: text === undefined ? others : { ...draft.notes, [name]: text } }
}

/** The names of the notes that are still to be written. */
export function unwritten({ notes }: ReviewDraft): string[] {
  return Object.entries(notes).flatMap(([name, text]) => (text.trim() === '' ? [name] : []))
}

export function isEmptyDraft({ note, notes }: ReviewDraft): boolean {
  return note.trim() === '' && Object.keys(notes).length === 0
}

/** A draft for what was sent again: a note on a file that is not there any more goes into the note to all of it. */
export function carriedOver(
  draft: ReviewDraft,
  before: Pick<Submission, 'files'>,
  now: Pick<Submission, 'files'>,
): ReviewDraft {
  const gone = before.files.filter(({ id }) => id in draft.notes && !now.files.some((file) => file.id === id))
  const lines = gone.flatMap(({ id, name }) => (draft.notes[id]?.trim() ? [`${name}: ${draft.notes[id]}`] : []))
  const notes = Object.fromEntries(Object.entries(draft.notes).filter(([id]) => !gone.some((file) => file.id === id)))
  return { ...draft, note: [draft.note, ...lines].filter((line) => line !== '').join('\n'), notes }
}
