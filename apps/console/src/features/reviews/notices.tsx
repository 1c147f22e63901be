import { Check, RefreshCw, Users } from 'lucide-react'
import { Avatar } from '../../components/avatar.tsx'
import { byProgram } from '../../components/by-program.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { Since, Submission } from './compare.ts'
import { isEmptyDraft, type ReviewDraft } from './draft.ts'

/** What a member decided on a round, with the note to all of it. */
export function Asked({ submission }: { submission: Submission }) {
  const i18n = useI18n()
  const { t, dayTime } = i18n
  const { account } = useWorkspace()
  const { status, decided_at, decided_by, decided_by_name, decided_with, note } = submission
  if (decided_at === null) return null
  const name = decided_by_name ?? ''
  const values = { name: byProgram(i18n, name, decided_with), time: dayTime(decided_at) }
  const isOwn = decided_by === `member ${account.id}`
  const asked = t(isOwn ? 'review.you_asked' : 'review.asked', values)
  return (
    <div className="asked-before">
      <Avatar name={name} />
      <div>
        <b>{status === 'accepted' ? t('review.accepted', values) : asked}</b>
        {note !== '' && <p className="pre">{note}</p>}
      </div>
    </div>
  )
}

interface MeanwhileProps {
  what: Since
  latest: Submission
  /** Who sent it. */
  name: string
  draft: ReviewDraft
  /** What notes are about. */
  labels: ReadonlyMap<string, string>
}

/** Says what others have done, and keeps the notes that could not be sent any more. */
export function Meanwhile({ what, latest, name, draft, labels }: MeanwhileProps) {
  const i18n = useI18n()
  const { t } = i18n
  if (what === 'sent_again')
    return (
      <div className="note warn" role="status">
        <RefreshCw className="icon" aria-hidden />
        <div>
          <b>{t('review.sent_again', { name })}</b> {t('review.sent_again_text')}
        </div>
      </div>
    )
  const who = { name: byProgram(i18n, latest.decided_by_name ?? '', latest.decided_with) }
  const lines = Object.entries(draft.notes).filter(([, text]) => text.trim() !== '')
  return (
    <div className="note warn" role="status">
      {what === 'accepted' ? <Check className="icon" aria-hidden /> : <Users className="icon" aria-hidden />}
      <div className="stack close">
        <b>{t(what === 'accepted' ? 'review.accepted_meanwhile' : 'review.asked_meanwhile', who)}</b>
        {!isEmptyDraft(draft) && (
          <div>
            {t('review.unsent')}
            {draft.note.trim() !== '' && <p className="pre">{draft.note}</p>}
            {lines.map(([key, text]) => (
              <p key={key} className="pre">
                {labels.get(key) ?? key}: {text}
              </p>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
