import { AppError, operations } from '@handrail/core'
import { privately, seeOther } from '../answer.ts'
import { acceptsJson } from '../form/accepts-json.ts'
import { formOf } from '../form/read.ts'
import { isDone, pathOf } from '../guide.ts'
import { Back, Foot } from '../layout/foot.tsx'
import { Icon } from '../layout/icons.tsx'
import { StepText } from '../layout/prose.tsx'
import { Saved } from '../layout/saved.tsx'
import { finishByButton } from './done.ts'
import { itemKeys } from './item-key.ts'
import type { StepPage, StepVisit } from './step-page.ts'

/** Items to tick: each is saved at once, with a script or without. */
export const checklist: StepPage = {
  body: (visit) => <Ticks visit={visit} />,
  foot: (visit) => <TicksFoot visit={visit} />,
  post: (visit) => (formOf(visit.request).has('tick') ? tick(visit) : finishByButton(visit)),
}

async function tick(visit: StepVisit) {
  const { contact, placed, request, reply, home } = visit
  const form = formOf(request)
  const items = placed.step.content.items ?? []
  const item = itemKeys(items).indexOf(form.get('tick') ?? '')
  // The item was removed while the page was open.
  if (item < 0) return changed(visit)
  const ticked = form.get('ticked') === '1'
  const chosen = { step_id: placed.step.id, item, item_text: items[item], ticked }
  const { data } = await contact.invoke(operations.tickItem, chosen)
  if (acceptsJson(request)) return privately(reply).send({ ...data, ...textsOf(visit, data.ticks.length, data.items) })
  return seeOther(reply, `${pathOf(home, placed.step)}#item-${item}`)
}

/** The page is loaded again, with the items of now. */
function changed({ request, reply, home, placed }: StepVisit) {
  if (acceptsJson(request)) throw new AppError('conflict', 'The checklist has changed')
  return seeOther(reply, pathOf(home, placed.step))
}

function ticksOf({ view, placed: { step } }: StepVisit): { items: readonly string[]; ticks: readonly number[] } {
  const items = step.content.items ?? []
  const ticks = view.drafts[step.id]?.ticks ?? []
  // A team member may have marked the step as done for the contact.
  return { items, ticks: isDone(view, step) && ticks.length === 0 ? items.map((_, index) => index) : ticks }
}

function Ticks({ visit }: { visit: StepVisit }) {
  const { placed, home, i18n } = visit
  const { items, ticks } = ticksOf(visit)
  const keys = itemKeys(items)
  return (
    <>
      <StepText visit={visit} step={placed.step} />
      <div class="row between tally">
        <b data-text="count">{textsOf(visit, ticks.length, items.length).count}</b>
        <Saved text={i18n.t('saved_now')} failed={i18n.t('not_saved_ticks')} />
      </div>
      <ul class="ticks">
        {items.map((item, index) => {
          const [name, ...explanation] = item.split('\n')
          const isTicked = ticks.includes(index)
          return (
            <li key={keys[index]} id={`item-${index}`}>
              <form method="post" action={pathOf(home, placed.step)} data-tick>
                <input type="hidden" name="tick" value={keys[index]} />
                <button class="tick" type="submit" name="ticked" value={isTicked ? '0' : '1'} aria-pressed={isTicked}>
                  <span class="box">
                    <Icon name="check" />
                  </span>
                  <span>
                    <span class="t" dir="auto">
                      {name}
                    </span>
                    {explanation.length > 0 && <small dir="auto">{explanation.join(' ')}</small>}
                  </span>
                </button>
              </form>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function TicksFoot({ visit }: { visit: StepVisit }) {
  const { i18n, home, view, placed } = visit
  const { items, ticks } = ticksOf(visit)
  const left = items.length - ticks.length
  const isOpen = left > 0 && !isDone(view, placed.step)
  return (
    <div data-ticks={isOpen ? 'open' : 'all'}>
      <div class="when-all">
        <Foot visit={visit} />
      </div>
      <div class="when-open">
        <nav class="foot" aria-label={i18n.t('go_on')}>
          <div class="inner">
            <Back visit={visit} />
            <p class="grow">
              <b data-text="left">{textsOf(visit, ticks.length, items.length).left}</b>
              <br />
              {i18n.t('come_back')}
            </p>
            <a class="go side" href={home}>
              {i18n.t('later')}
            </a>
          </div>
        </nav>
      </div>
    </div>
  )
}

/** The text about the ticks, which the script requests with each tick. */
function textsOf({ i18n }: StepVisit, done: number, total: number) {
  return { count: i18n.t('ticked_of', { done, total }), left: i18n.t('left_to_tick', { count: total - done }) }
}
