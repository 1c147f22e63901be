import { Check, Minus } from 'lucide-react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { SettingsPage } from '../page.tsx'

type Plan = Data<'getPlan'>

/** The page of the plan: its limits, and the usage. */
export function PlanPage() {
  const { t } = useI18n()
  const query = useOperation('getPlan', {})
  return (
    <SettingsPage title={t('settings.plan.title')} lead={t('settings.plan.lead')}>
      <QueryView query={query}>
        {({ data: { name, limits, entitlements } }) => (
          <div className="stack">
            <section className="card" aria-labelledby="used">
              <header>
                <h2 id="used">{t('settings.plan.used')}</h2>
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
                <h2 id="included">{t('settings.plan.included')}</h2>
              </header>
              <ul className="rows">
                {entitlements.map((entitlement) => (
                  <li key={entitlement.name}>
                    {entitlement.included ? (
                      <Check className="icon good" aria-hidden />
                    ) : (
                      <Minus className="icon soft" aria-hidden />
                    )}
                    <span className="grow">{t(`settings.plan.entitlement.${entitlement.name}`)}</span>
                    <span className={entitlement.included ? 'chip good' : 'chip line'}>
                      {t(entitlement.included ? 'settings.plan.yes' : 'settings.plan.no')}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
            <p className="soft">{t('settings.plan.change')}</p>
          </div>
        )}
      </QueryView>
    </SettingsPage>
  )
}

const NEARLY_ALL = 0.9

function Limit({ limit: { name, used, limit } }: { limit: Plan['limits'][number] }) {
  const { t, number } = useI18n()
  const isShort = limit !== null && used >= limit * NEARLY_ALL
  const text = t(`settings.plan.limit.${name}`)
  return (
    <li>
      <div className="grow stack close">
        <div className="row between">
          <span>{text}</span>
          <span className={isShort ? 'num warn' : 'num'}>
            {limit === null ? number(used) : t('settings.plan.of', { used: number(used), limit: number(limit) })}
          </span>
        </div>
        {limit !== null && <progress className="bar" max={Math.max(limit, 1)} value={used} aria-label={text} />}
      </div>
    </li>
  )
}
