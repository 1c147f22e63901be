import { browserOf } from '@handrail/core/contract'
import type { I18n } from '../i18n/i18n.ts'

/** The name of the browser of a session. */
export function browserName({ t }: I18n, device: string): string {
  const found = browserOf(device)
  if (!found) return t('account.unknown_browser')
  const { browser, system } = found
  return system === undefined ? browser : t('account.browser', { browser, system })
}
