import type { LinkVisit } from '../visit.ts'

/** What sends a question, at the end of its form. */
export function Send({ i18n }: Pick<LinkVisit, 'i18n'>) {
  return (
    <div class="acts">
      <button class="go" type="submit">
        {i18n.t('ask_send')}
      </button>
    </div>
  )
}
