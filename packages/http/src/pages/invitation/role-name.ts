import type { Words } from '../words/words.ts'

const ROLE_NAMES = {
  viewer: 'frame.viewer',
  editor: 'frame.editor',
  admin: 'frame.admin',
  owner: 'frame.owner',
} as const

export function roleName({ say }: Words, role: string): string {
  return isKnown(role) ? say(ROLE_NAMES[role]) : role
}

function isKnown(role: string): role is keyof typeof ROLE_NAMES {
  return Object.hasOwn(ROLE_NAMES, role)
}
