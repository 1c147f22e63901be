import { Icon } from '../layout/icons.tsx'
import type { LinkVisit } from '../visit.ts'

/** The notice of answers that the contact has not seen; its button marks them as seen and opens the conversation. */
export function NewAnswers({ visit: { i18n, link, home } }: { visit: LinkVisit }) {
  const count = link.unseen_answers
  if (count === 0) return null
  return (
    <form class="news" method="post" action={`${home}/ask/seen`}>
      <button class="btn" type="submit">
        <Icon name="message" /> <b>{i18n.t('new_answers', { count })}</b> <Icon name="arrow-right" />
      </button>
    </form>
  )
}
