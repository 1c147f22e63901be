/** Keeps a stderr that nobody reads any more, as after the end of a host, from ending or occupying the program. */
export function tolerateBrokenOutput(): void {
  // Whoever reads the output may have read enough, as in `mcp-bridge --help | head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Writes to stderr; never throws, since most that is said there is about a fault already. */
export function writeToStderr(text: string): void {
  try {
    process.stderr.write(text)
  } catch {
    // There is no other place to say it.
    return
  }
}
