/** The time some milliseconds after another, or before it: ISO 8601 in UTC with milliseconds, as every time is kept. */
export function later(time: string, milliseconds: number): string {
  return new Date(Date.parse(time) + milliseconds).toISOString()
}
