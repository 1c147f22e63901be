import type { LinkVisit } from '../visit.ts'

/** The submit button of a question. */
export function Send({ i18n }: Pick<LinkVisit, 'i18n'>) {
  return (
    <div class="acts">
      <button class="go" type="submit">
        {i18n.t('ask_send')}
      </button>
    </div>
  )
}
