import type { Say } from '../compose/translate.ts'

/** The names of the attachments of a message, which its page has. */
export function attachedFiles(say: Say, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [say('attached_files', { names: names.join(', ') })]
}
