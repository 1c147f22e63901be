import {
  AtSign,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  FileCheck2,
  Link2,
  type LucideIcon,
  MessageCircle,
  Signature,
  TriangleAlert,
  UserPlus,
} from 'lucide-react'
import type { Item as ItemOf } from '../../api/operations.ts'
import { Avatar } from '../../components/avatar.tsx'
import { byProgram } from '../../components/by-program.ts'
import { Sentence } from '../../components/sentence.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, type Search } from '../../workspace/link.tsx'
import { useCan } from '../../workspace/workspace.ts'
import { useReason } from '../enrollments/dates/use-reason.ts'

export type Item = ItemOf<'listInbox'>

/** What each kind looks like, the tab of the enrollment on which it is dealt with, with what is opened there, and how it is answered. */
const KINDS: Record<
  Item['kind'],
  {
    icon: LucideIcon
    tab: string
    opens?: (item: Item) => Search
    isQuoted?: boolean
    act?: 'answer' | 'review' | 'open'
  }
> = {
  mention: { icon: AtSign, tab: 'notes', isQuoted: true, act: 'answer' },
  question: { icon: MessageCircle, tab: 'messages', isQuoted: true, act: 'answer' },
  stuck: { icon: CircleHelp, tab: 'messages', isQuoted: true, act: 'answer' },
  link_request: { icon: Link2, tab: 'steps', act: 'open' },
  participant_added: { icon: UserPlus, tab: 'steps' },
  submitted: {
    icon: FileCheck2,
    tab: 'steps',
    opens: ({ step_id }) => ({ review: step_id ?? undefined }),
    act: 'review',
  },
  approved: { icon: Signature, tab: 'steps', opens: ({ subject_id }) => ({ approval: subject_id ?? undefined }) },
  completed: { icon: CircleCheck, tab: 'steps' },
  turned_late: { icon: CircleAlert, tab: 'steps', opens: atStep, act: 'open' },
  turned_at_risk: { icon: TriangleAlert, tab: 'steps', opens: atStep, act: 'open' },
}

/** The place of a step on the page of its plan. */
function atStep({ step_id }: Item): Search {
  return { at: step_id ?? undefined }
}

interface RowProps {
  item: Item
  isToday: boolean
  onOpen(): void
}

/** An item, which leads to the page where it is dealt with, and a button to what answers it. */
export function InboxRow({ item, isToday, onOpen }: RowProps) {
  const i18n = useI18n()
  const { t, time, day } = i18n
  const {
    kind,
    enrollment_id,
    actor_name,
    actor_with,
    contact_name,
    organisation_name,
    guide_title,
    text,
    created_at,
  } = item
  const { icon: Icon, tab, opens, isQuoted } = KINDS[kind]
  const to = `/enrollments/${enrollment_id}`
  const search = { tab, ...opens?.(item) }
  const act = useAct(kind)
  const reason = useReason()({ ...item, forecast_date: null })
  const who = kind === 'participant_added' ? text : actor_name || (isTurn(kind) && organisation_name) || contact_name
  return (
    <li className={item.read_at === null ? 'unread' : undefined}>
      <span className="inbox-mark">
        <Avatar name={who} />
        <Icon className="icon" aria-hidden />
      </span>
      <Link to={to} search={search} className="grow inbox-open" onClick={onOpen}>
        <span>
          {item.read_at === null && <span className="unseen">{t('inbox.unread')} </span>}
          <Sentence
            text={t(`inbox.kind.${kind}`, { by: actor_name, guide: guide_title, text })}
            parts={{ who: <b>{byProgram(i18n, who, actor_with)}</b> }}
          />
        </span>
        {isQuoted && text !== '' && <span className="soft inbox-text">{text}</span>}
        {reason !== undefined && <span className="soft inbox-text">{reason}</span>}
        <span className="row soft">
          <span className="grow cut">{placeOf(item, who)}</span>
          <time dateTime={created_at}>{isToday ? time(created_at) : day(created_at)}</time>
        </span>
      </Link>
      {act && (
        <Link
          to={to}
          search={act === 'answer' ? { ...search, answer: '1' } : search}
          className="btn side"
          onClick={onOpen}
        >
          {t(`inbox.act.${act}`)}
          <span className="unseen"> {t('inbox.act_of', { who })}</span>
        </Link>
      )}
      <span className="inbox-dot" aria-hidden />
    </li>
  )
}

/** What the second line names: the organisation, or the guide or contact where the first line says that already. */
function placeOf({ organisation_name, contact_name, guide_title }: Item, who: string): string {
  if (organisation_name !== null && who !== organisation_name) return organisation_name
  return who === contact_name || who === organisation_name ? guide_title : contact_name
}

/** Whether it tells how an enrollment stands now, which is about the customer. */
function isTurn(kind: Item['kind']): boolean {
  return kind === 'turned_late' || kind === 'turned_at_risk'
}

/** How an item is answered; who may not answer opens it. */
function useAct(kind: Item['kind']) {
  const may = useCan('enrollments:write')
  const { act } = KINDS[kind]
  return act === undefined || may ? act : 'open'
}
