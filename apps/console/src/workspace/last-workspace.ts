const KEPT = 'handrail.workspace'

/** The workspace that was open last in this browser. */
export function lastWorkspace(): string | null {
  return localStorage.getItem(KEPT)
}

export function keepWorkspace(id: string): void {
  localStorage.setItem(KEPT, id)
}
