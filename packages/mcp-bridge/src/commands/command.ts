/** What a command has to do with the person: answers on stdout, everything else on stderr. */
export interface CommandIo {
  /** A line on stdout. */
  print(line: string): void
  /** A line on stderr. */
  say(line: string): void
  /** The next line of stdin; undefined at its end. */
  readLine(): Promise<string | undefined>
}
