const ROLE_NAMES: Record<string, string> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' }

export function roleName(role: string): string {
  return ROLE_NAMES[role] ?? role
}

/** A time as people read it. Whose time zone it is cannot be known without a script, so it says its own. */
export function dayAndTime(time: string): string {
  return `${time.slice(0, 10)}, ${time.slice(11, 16)} UTC`
}
