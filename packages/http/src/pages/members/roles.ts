import { fieldError, GRANTABLE_ROLES, validationError } from '@handrail/core'
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

/** The roles that can be given, as the options of a field. */
export function roleChoices(words: Words) {
  return GRANTABLE_ROLES.map((role) => [role, roleName(words, role)] as const)
}

type GrantedRole = (typeof GRANTABLE_ROLES)[number]

/** The role that a form names. @throws AppError `validation_error` when it can be given to nobody */
export function roleOf(given: string | undefined): GrantedRole {
  const role = GRANTABLE_ROLES.find((name) => name === given)
  if (role === undefined) throw validationError({ role: fieldError('not_an_option') })
  return role
}
