import type { I18n } from '../i18n/i18n.ts'

const ROLE_NAMES = {
  viewer: 'frame.viewer',
  editor: 'frame.editor',
  admin: 'frame.admin',
  owner: 'frame.owner',
} as const

export function roleName({ t }: I18n, role: string): string {
  return isKnown(role) ? t(ROLE_NAMES[role]) : role
}

function isKnown(role: string): role is keyof typeof ROLE_NAMES {
  return Object.hasOwn(ROLE_NAMES, role)
}
