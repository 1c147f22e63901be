import type { I18n } from '../i18n/i18n.ts'

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The name by which a person knows a browser, from its `User-Agent`. */
export function browserName({ t }: I18n, device: string): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(device))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return device === '' ? t('account.unknown_browser') : device.slice(0, 60)
  return system === undefined ? browser : t('account.browser', { browser, system })
}
