/** The system's name of a fault, such as ENOENT; empty where it is none of the system's. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
