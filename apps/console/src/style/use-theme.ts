import { useState } from 'react'
import { applyTheme, keptTheme, type Theme } from './theme.ts'

/** Light or dark, and how it is chosen. */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState(keptTheme)
  return [
    theme,
    (next) => {
      applyTheme(next)
      setTheme(next)
    },
  ]
}
