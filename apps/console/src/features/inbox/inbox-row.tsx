import {
  AtSign,
  CircleCheck,
  CircleHelp,
  FileCheck2,
  Link2,
  type LucideIcon,
  MessageCircle,
  Signature,
  UserPlus,
} from 'lucide-react'
import type { Item as ItemOf } from '../../api/operations.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Sentence } from '../../components/sentence.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, type Search } from '../../workspace/link.tsx'

export type Item = ItemOf<'listInbox'>

/** What each kind looks like, and the tab of the enrollment on which it is dealt with, with what is opened there. */
const KINDS: Record<
  Item['kind'],
  { icon: LucideIcon; tab: string; opens?: (item: Item) => Search; isQuoted?: boolean }
> = {
  mention: { icon: AtSign, tab: 'notes', isQuoted: true },
  question: { icon: MessageCircle, tab: 'messages', isQuoted: true },
  stuck: { icon: CircleHelp, tab: 'messages', isQuoted: true },
  link_request: { icon: Link2, tab: 'steps' },
  participant_added: { icon: UserPlus, tab: 'steps' },
  submitted: { icon: FileCheck2, tab: 'steps', opens: ({ step_id }) => ({ review: step_id ?? undefined }) },
  approved: { icon: Signature, tab: 'steps', opens: ({ subject_id }) => ({ approval: subject_id ?? undefined }) },
  completed: { icon: CircleCheck, tab: 'steps' },
}

interface RowProps {
  item: Item
  isToday: boolean
  onOpen(): void
}

/** An item, which leads to the page where it is dealt with. */
export function InboxRow({ item, isToday, onOpen }: RowProps) {
  const { t, time, day } = useI18n()
  const { kind, enrollment_id, actor_name, contact_name, organisation_name, guide_title, text, created_at } = item
  const { icon: Icon, tab, opens, isQuoted } = KINDS[kind]
  const who = kind === 'participant_added' ? text : actor_name || contact_name
  return (
    <li className={item.read_at === null ? 'unread' : undefined}>
      <span className="inbox-mark">
        <Avatar name={who} />
        <Icon className="icon" aria-hidden />
      </span>
      <Link to={`/enrollments/${enrollment_id}`} search={{ tab, ...opens?.(item) }} className="grow" onClick={onOpen}>
        <span>
          {item.read_at === null && <span className="unseen">{t('inbox.unread')} </span>}
          <Sentence
            text={t(`inbox.kind.${kind}`, { by: actor_name, guide: guide_title, text })}
            parts={{ who: <b>{who}</b> }}
          />
        </span>
        {isQuoted && text !== '' && <span className="soft inbox-text">{text}</span>}
        <span className="row soft">
          <span className="grow cut">{organisation_name ?? (who === contact_name ? guide_title : contact_name)}</span>
          <time dateTime={created_at}>{isToday ? time(created_at) : day(created_at)}</time>
        </span>
      </Link>
      {item.read_at === null && <span className="inbox-dot" aria-hidden />}
    </li>
  )
}
