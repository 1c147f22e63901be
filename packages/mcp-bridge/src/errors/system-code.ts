/** The system's name for an error, such as ENOENT; empty where it is not the system's. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
