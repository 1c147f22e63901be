import { type LucideIcon, Palette, UserPlus } from 'lucide-react'
import { useFault } from '../../../api/fault.ts'
import { Button } from '../../../components/button.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useCan } from '../../../workspace/workspace.ts'
import { useSample } from './use-sample.ts'

/** Further tasks of a new team, in any order. */
export function Around() {
  const mayAdd = useCan('workspace:manage')
  const mayBrand = useCan('workspace:write')
  const mayInvite = useCan('members:manage')
  return (
    <div className="stack">
      {mayAdd && <Sample />}
      {mayInvite && <Aside of="team" to="/settings/members" icon={UserPlus} />}
      {mayBrand && <Aside of="brand" to="/settings" icon={Palette} />}
    </div>
  )
}

/** The offer of a sample workspace with made-up customers. */
function Sample() {
  const { t } = useI18n()
  const { own, open, isPending, error } = useSample({ shown: true })
  const fault = useFault(error)
  return (
    <section className="card first-aside" aria-labelledby="first-sample">
      <ProgressChart />
      <h2 id="first-sample">{t('first.sample')}</h2>
      <p className="soft">{t(own ? 'first.sample_there' : 'first.sample_text')}</p>
      {/* What goes wrong is shown below. */}
      <Button busy={isPending} onClick={() => void open().catch(() => undefined)}>
        {t(isPending ? 'first.sample_adding' : own ? 'first.sample_open' : 'first.sample_add')}
      </Button>
      {fault && <Fault fault={fault} />}
    </section>
  )
}

interface AsideProps {
  of: 'brand' | 'team'
  to: string
  icon: LucideIcon
}

function Aside({ of, to, icon: Icon }: AsideProps) {
  const { t } = useI18n()
  return (
    <section className="card first-aside" aria-labelledby={`first-${of}`}>
      <h2 id={`first-${of}`}>{t(`first.${of}`)}</h2>
      <p className="soft">{t(`first.${of}_text`)}</p>
      <Link to={to} className="btn side">
        <Icon className="icon" aria-hidden />
        {t(`first.${of}_action`)}
      </Link>
    </section>
  )
}

const STEPS = [14, 36, 58, 78]

/** Steps and a hand rail. */
function ProgressChart() {
  return (
    <svg className="stairs" viewBox="0 0 320 110" aria-hidden="true">
      {STEPS.map((height, step) => (
        <rect
          key={height}
          x={step * 80}
          y={110 - height}
          width="80"
          height={height}
          fill="var(--accent)"
          opacity={0.4 + step * 0.2}
        />
      ))}
      <g fill="none" stroke="var(--ink)" strokeWidth="4" strokeLinecap="round">
        <path d="M20 66 L240 16 H300" />
        <path d="M40 62 V96 M120 44 V74 M200 26 V52 M275 16 V32" />
      </g>
    </svg>
  )
}
