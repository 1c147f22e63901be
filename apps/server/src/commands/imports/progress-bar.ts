const WIDTH = 30

export interface ProgressBar {
  show(done: number, all: number): void
  end(): void
}

/** A bar on stderr, where that is a terminal; elsewhere nothing. */
export function progressBar(doing: string, out: NodeJS.WriteStream = process.stderr): ProgressBar {
  let shown = false
  return {
    show(done, all) {
      if (!out.isTTY || all === 0) return
      shown = true
      const share = Math.min(1, done / all)
      const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '░')
      out.write(`\r${doing} ${bar} ${Math.floor(share * 100)}%`)
    },
    end() {
      // Clear the line for further output.
      if (shown) out.write(`\r${' '.repeat(doing.length + WIDTH + 6)}\r`)
    },
  }
}
