import { GRANTED_ROLES } from '@handrail/core'

const ROLE_NAMES: Record<string, string> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' }

export function roleName(role: string): string {
  return ROLE_NAMES[role] ?? role
}

/** The roles that can be given, as the options of a field. */
export const ROLE_CHOICES = GRANTED_ROLES.map((role) => [role, roleName(role)] as const)

type GrantedRole = (typeof GRANTED_ROLES)[number]

/** The role that a form names; the weakest when it names none. */
export function roleOf(given: string | undefined): GrantedRole {
  return GRANTED_ROLES.find((role) => role === given) ?? 'viewer'
}

/** A time as people read it. Whose time zone it is cannot be known without a script, so it says its own. */
export function dayAndTime(time: string): string {
  return `${time.slice(0, 10)}, ${time.slice(11, 16)} UTC`
}

export const NEW_PASSWORD_HINT = 'At least 12 characters. A few words that only you put together are best.'

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

/** What a person calls their browser, from what it says of itself (`User-Agent`). */
export function browserName(device: string): string {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(device))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (browser === undefined) return device === '' ? 'Unknown browser' : device.slice(0, 60)
  return system === undefined ? browser : `${browser} on ${system}`
}
