import type { LinkVisit } from '../visit.ts'

/** What sends a question, at the end of its form. */
export function Send({ words }: Pick<LinkVisit, 'words'>) {
  return (
    <div class="acts">
      <button class="go" type="submit">
        {words.say('ask_send')}
      </button>
    </div>
  )
}
