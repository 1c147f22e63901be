import { hash } from 'node:crypto'
import type { StoredStep } from '../../storage/tables/guides.ts'
import type { StoredDocument } from '../../storage/tables/reviews.ts'

type Step = Pick<StoredStep, 'title'> & { content: { markdown?: string; documents?: { name: string; url: string }[] } }

/** The text and the files of a step of type approval. */
export function documentOf({ title, content }: Pick<StoredStep, 'title' | 'content'> | Step): StoredDocument {
  // The content was validated when the guide was saved.
  const { markdown = '', documents = [] } = content as Step['content']
  return { title, markdown, files: documents }
}

/**
 * The SHA-256 of a document in hexadecimal: of the JSON array of its title, its text, and the name and last part of the address of each
 * file. That part is made of the content of the file.
 */
export function sha256Of({ title, markdown, files }: StoredDocument): string {
  const named = files.map(({ name, url }) => [name, url.slice(url.lastIndexOf('/') + 1)])
  return hash('sha256', JSON.stringify([title, markdown, named]))
}

/** Whether a decision is about the text and the files that a step has now. */
export function isAbout(
  { document_sha256 }: { document_sha256: string },
  step: Parameters<typeof documentOf>[0],
): boolean {
  return sha256Of(documentOf(step)) === document_sha256
}
