const STORAGE_KEY = 'handrail.workspace'

/** The workspace that was open last in this browser. */
export function lastWorkspace(): string | null {
  return localStorage.getItem(STORAGE_KEY)
}

export function keepWorkspace(id: string): void {
  localStorage.setItem(STORAGE_KEY, id)
}
