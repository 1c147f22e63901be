import { Palette, UserPlus } from 'lucide-react'
import { Link } from '../../app/link.tsx'
import { useMay } from '../../app/workspace.ts'
import { useWords } from '../../words/words.ts'

/** What else a team does in its first hour, in any order. */
export function Around() {
  const { say } = useWords()
  const mayBrand = useMay('workspace:write')
  const mayInvite = useMay('members:manage')
  return (
    <div className="stack">
      {mayBrand && (
        <section className="card first-aside" aria-labelledby="first-brand">
          <Stairs />
          <h2 id="first-brand">{say('first.brand')}</h2>
          <p className="soft">{say('first.brand_text')}</p>
          <Link to="/settings" className="btn side">
            <Palette className="icon" aria-hidden />
            {say('first.brand_action')}
          </Link>
        </section>
      )}
      {mayInvite && (
        <section className="card first-aside" aria-labelledby="first-team">
          <h2 id="first-team">{say('first.team')}</h2>
          <p className="soft">{say('first.team_text')}</p>
          <Link to="/settings/members" className="btn side">
            <UserPlus className="icon" aria-hidden />
            {say('first.team_action')}
          </Link>
        </section>
      )}
    </div>
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
