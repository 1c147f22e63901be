import { type LucideIcon, Palette, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../app/link.tsx'
import { useMay } from '../../app/workspace.ts'
import { useWords } from '../../words/words.ts'

/** What else a team does in its first hour, in any order. */
export function Around() {
  const mayBrand = useMay('workspace:write')
  const mayInvite = useMay('members:manage')
  return (
    <div className="stack">
      {mayBrand && <Aside of="brand" to="/settings" icon={Palette} picture={<Stairs />} />}
      {mayInvite && <Aside of="team" to="/settings/members" icon={UserPlus} />}
    </div>
  )
}

interface AsideProps {
  of: 'brand' | 'team'
  to: string
  icon: LucideIcon
  picture?: ReactNode
}

function Aside({ of, to, icon: Icon, picture }: AsideProps) {
  const { say } = useWords()
  return (
    <section className="card first-aside" aria-labelledby={`first-${of}`}>
      {picture}
      <h2 id={`first-${of}`}>{say(`first.${of}`)}</h2>
      <p className="soft">{say(`first.${of}_text`)}</p>
      <Link to={to} className="btn side">
        <Icon className="icon" aria-hidden />
        {say(`first.${of}_action`)}
      </Link>
    </section>
  )
}

const STEPS = [14, 36, 58, 78]

/** Steps and a hand rail. */
function Stairs() {
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
