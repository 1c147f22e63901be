/** Headers from text with one per line. An invalid line is passed on, for the server to report it. */
export function headersOf(lines: string): Record<string, string> {
  const headers = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.trim(), value.join(':').trim()] as const
    })
  return Object.fromEntries(headers)
}
