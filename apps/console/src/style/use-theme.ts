import { useState } from 'react'
import { applyTheme, storedTheme, type Theme } from './theme.ts'

/** Light or dark, and how it is chosen. */
export function useTheme(): [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme)
  return [
    theme,
    (next) => {
      applyTheme(next)
      setTheme(next)
    },
  ]
}
