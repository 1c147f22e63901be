import type { ReactNode } from 'react'

interface FigureProps {
  name: string
  value: string
  /** The values of each week or month, oldest first; null for none. */
  trend?: readonly (number | null)[]
  children?: ReactNode
}

/** A figure, its previous value and its course. */
export function Figure({ name, value, trend = [], children }: FigureProps) {
  return (
    <div>
      <Trend values={trend.filter((one) => one !== null)} />
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        {children}
      </dd>
    </div>
  )
}

const WIDTH = 66
const HEIGHT = 20
/** The fewest values for a line. */
const LEAST = 3

/** The course of a number as a line. The numbers themselves are in a table of the page. */
function Trend({ values }: { values: readonly number[] }) {
  if (values.length < LEAST) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (index: number) => (index / (values.length - 1)) * WIDTH
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - ((value - low) / (high - low)) * HEIGHT)
  const line = values.map((value, index) => `${x(index)},${y(value)}`).join(' ')
  return (
    <svg className="trend" viewBox={`-2 -3 ${WIDTH + 5} ${HEIGHT + 6}`} aria-hidden="true">
      <polyline points={line} fill="none" stroke="var(--accent)" strokeWidth="1.8" strokeLinejoin="round" />
      <circle cx={WIDTH} cy={y(values.at(-1) ?? 0)} r="2.6" fill="var(--accent)" />
    </svg>
  )
}
