import { useState } from 'preact/hooks'
import { mount } from '../app/mount.tsx'
import { useShown, useWords } from '../app/shown.ts'
import type { Answer } from '../host/answer.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Row } from './row.tsx'
import { type Attention, GROUPS, type Group, hasMore, isIn } from './waiting.ts'
import { ATTENTION } from './words.ts'

/** As many as `list_attention` gives at once. */
const MOST = 50

/** Who is stuck and why, with what can be done about it. */
function AttentionView({ value }: { value: Attention }) {
  const { host, common } = useShown()
  const words = useWords(ATTENTION)
  const [group, setGroup] = useState<Group>('all')
  const [longer, setLonger] = useState<{ of: Attention; answer: Answer<Attention> }>()
  // Fresh data replaces what was asked for before.
  const more = longer?.of === value ? longer.answer : undefined
  const shown = more && 'value' in more ? more.value : value
  const listed = shown.data.filter((waiting) => isIn(group, waiting))
  const showMore = async () =>
    setLonger({ of: value, answer: await host.call<Attention>('list_attention', { limit: MOST }) })

  return (
    <section className="card" aria-labelledby="title">
      <header className="row wrap">
        <h2 id="title" className="grow">
          {words.title}
        </h2>
        {shown.data.length > 0 && (
          <fieldset className="tabs" aria-label={words.filter}>
            {GROUPS.map((each) => (
              <button type="button" key={each} aria-pressed={each === group} onClick={() => setGroup(each)}>
                {words.groups[each]} {shown.data.filter((waiting) => isIn(each, waiting)).length}
              </button>
            ))}
          </fieldset>
        )}
      </header>
      {shown.data.length === 0 ? (
        <p className="empty">{words.empty}</p>
      ) : listed.length === 0 ? (
        <p className="empty">{words.empty_group}</p>
      ) : (
        <ul className="items">
          {listed.map((waiting) => (
            <Row key={waiting.enrollment_id} waiting={waiting} />
          ))}
        </ul>
      )}
      {more && 'failure' in more && <Notice kind="bad">{more.failure || common.failed}</Notice>}
      {shown.data.length > 0 && (
        <footer className="row wrap">
          <span className="grow soft small">{words.one_a_day}</span>
          {host.calls && !more && shown.data.length < MOST && hasMore(shown) && (
            <Button onClick={showMore}>{words.more}</Button>
          )}
        </footer>
      )}
    </section>
  )
}

mount<Attention>({ tool: 'list_attention', takes: ['kinds', 'limit'], Body: AttentionView })
