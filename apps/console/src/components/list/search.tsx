import { Search as Icon } from 'lucide-react'
import { useEffect, useState } from 'react'

interface SearchProps {
  label: string
  value: string
  onChange(value: string): void
}

const PAUSE_MS = 250

/** A search field that searches after a short pause in typing. */
export function Search({ label, value, onChange }: SearchProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <span className="find">
      <Icon className="icon" aria-hidden />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </span>
  )
}
