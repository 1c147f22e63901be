import { useI18n } from '../../i18n/i18n.ts'
import { Link } from '../../workspace/link.tsx'
import type { Analytics } from './answer.ts'

/** The comments of contacts at the end of a guide, newest first. */
export function Comments({ comments }: { comments: Analytics['comments'] }) {
  const { t, day, number } = useI18n()
  return (
    <section className="card" aria-labelledby="comments">
      <header>
        <h2 id="comments">{t('analytics.comments')}</h2>
        <span className="soft right num">{number(comments.length)}</span>
      </header>
      {comments.length === 0 && <p className="pad soft">{t('analytics.no_comments')}</p>}
      <ul className="rows comments">
        {comments.map(({ enrollment_id, contact_name, score, comment, at }) => (
          <li key={enrollment_id}>
            {score !== null && (
              <b className="score num" style={{ borderColor: `var(--ces-${score})` }}>
                {number(score)}
              </b>
            )}
            <div className="grow">
              <p className="pre">{t('analytics.quoted', { comment })}</p>
              <small>
                <Link to={`/enrollments/${enrollment_id}`}>{contact_name}</Link>, {day(at)}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
