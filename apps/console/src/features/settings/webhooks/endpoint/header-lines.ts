/** Headers as people write them, one a line. A line that is none is handed on, for the server to say what is wrong with it. */
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
