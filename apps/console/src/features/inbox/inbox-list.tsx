import { Check, Inbox } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/list/use-list.ts'
import { useOperationMutation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { More } from '../../components/list/more.tsx'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { InboxRow, type Item } from './inbox-row.tsx'

const GROUPS = ['all', 'for_me', 'contacts', 'team'] as const
type Group = (typeof GROUPS)[number]

/** The items of the inbox by day. @param onGo called when an item is opened */
export function InboxList({ onGo }: { onGo?(): void }) {
  const { t } = useI18n()
  const [group, setGroup] = useState<Group>('all')
  const filter = group === 'all' ? {} : { group }
  const list = useList('listInbox', filter, { isWhole: true })
  const mark = useOperationMutation('markInbox')
  const items = list.known()
  const hasUnread = items.some(({ read_at }) => read_at === null)
  const read = ({ id, read_at }: Item) => {
    if (read_at === null) mark.mutate({ ids: [id] })
    onGo?.()
  }
  return (
    <div className="inbox">
      <div className="row inbox-tools">
        <fieldset className="seg" aria-label={t('inbox.show')}>
          {GROUPS.map((one) => (
            <button key={one} type="button" aria-pressed={one === group} onClick={() => setGroup(one)}>
              {t(`inbox.group.${one}`)}
            </button>
          ))}
        </fieldset>
        {hasUnread && (
          <Button
            look="bare"
            busy={mark.isPending}
            onClick={() => mark.mutate({ ...filter, until: items[0]?.created_at })}
          >
            <Check className="icon" aria-hidden /> {t('inbox.all_read')}
          </Button>
        )}
      </div>
      <QueryView query={list.first}>
        {() =>
          list.count === 0 ? (
            <Empty icon={Inbox} title={t('inbox.none')}>
              {t('inbox.none_text')}
            </Empty>
          ) : (
            <>
              <Days items={items} onOpen={read} />
              <More list={list} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}

function Days({ items, onOpen }: { items: readonly Item[]; onOpen(item: Item): void }) {
  const { t } = useI18n()
  const today = new Date().toDateString()
  const isToday = ({ created_at }: Item) => new Date(created_at).toDateString() === today
  const days = [
    { title: t('inbox.today'), shown: items.filter(isToday) },
    { title: t('inbox.earlier'), shown: items.filter((item) => !isToday(item)) },
  ]
  return days
    .filter(({ shown }) => shown.length > 0)
    .map(({ title, shown }) => (
      <section key={title} aria-label={title}>
        <h2>{title}</h2>
        <ul>
          {shown.map((item) => (
            <InboxRow key={item.id} item={item} isToday={isToday(item)} onOpen={() => onOpen(item)} />
          ))}
        </ul>
      </section>
    ))
}
