import { Check, Minus } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useAnswer } from '../../../api/use-operation.ts'
import { Answered } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { SettingsPage } from '../page.tsx'

type Plan = Data<'getPlan'>

/** What the plan includes, and how much of it is used. */
export function PlanPage() {
  const { say } = useWords()
  const query = useAnswer('getPlan', {})
  return (
    <SettingsPage title={say('settings.plan.title')} lead={say('settings.plan.lead')}>
      <Answered query={query}>
        {({ data: { name, limits, entitlements } }) => (
          <div className="stack">
            <section className="card" aria-labelledby="used">
              <header>
                <h2 id="used">{say('settings.plan.used')}</h2>
                <span className="chip">{name}</span>
              </header>
              <ul className="rows">
                {limits.map((limit) => (
                  <Limit key={limit.name} limit={limit} />
                ))}
              </ul>
            </section>
            <section className="card" aria-labelledby="included">
              <header>
                <h2 id="included">{say('settings.plan.included')}</h2>
              </header>
              <ul className="rows">
                {entitlements.map((entitlement) => (
                  <li key={entitlement.name}>
                    {entitlement.included ? (
                      <Check className="icon good" aria-hidden />
                    ) : (
                      <Minus className="icon soft" aria-hidden />
                    )}
                    <span className="grow">{say(`settings.plan.entitlement.${entitlement.name}`)}</span>
                    <span className={entitlement.included ? 'chip good' : 'chip line'}>
                      {say(entitlement.included ? 'settings.plan.yes' : 'settings.plan.no')}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
            <p className="soft">{say('settings.plan.change')}</p>
          </div>
        )}
      </Answered>
    </SettingsPage>
  )
}

const NEARLY_ALL = 0.9

function Limit({ limit: { name, used, limit } }: { limit: Plan['limits'][number] }) {
  const { say, number } = useWords()
  const isShort = limit !== null && used >= limit * NEARLY_ALL
  const text = say(`settings.plan.limit.${name}`)
  return (
    <li>
      <div className="grow stack close">
        <div className="row between">
          <span>{text}</span>
          <span className={isShort ? 'num warn' : 'num'}>
            {limit === null ? number(used) : say('settings.plan.of', { used: number(used), limit: number(limit) })}
          </span>
        </div>
        {limit !== null && <progress className="bar" max={Math.max(limit, 1)} value={used} aria-label={text} />}
      </div>
    </li>
  )
}
