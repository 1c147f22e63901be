export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEPT = 'handrail.theme'

/** Light or dark as the person has chosen in this browser, else as the system has it. */
export function keptTheme(): Theme {
  const kept = localStorage.getItem(KEPT)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEPT, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Whether the pages are dark now. */
export function isDark(): boolean {
  const theme = keptTheme()
  return theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
}
