import type { I18n } from '../i18n/i18n.ts'

interface Named {
  browser: string | null
  system: string | null
}

/** The name of the browser of a session. */
export function browserName({ t }: I18n, { browser, system }: Named): string {
  if (browser === null) return t('account.unknown_browser')
  return system === null ? browser : t('account.browser', { browser, system })
}
