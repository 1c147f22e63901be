const MAX_LINES = 300
/** How long the files may be as a whole: so many percent of them have no more lines than this. */
const PERCENTILES = [
  { percent: 50, maxLines: 90 },
  { percent: 95, maxLines: 200 },
]

/** The files that are too long. */
export function fileFaults(files) {
  const lengths = files.map(({ path, text }) => ({ path, lines: lineCount(text) })).sort((a, b) => a.lines - b.lines)
  const single = lengths
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines, at most ${MAX_LINES}. Split it by responsibility`)
  const whole = PERCENTILES.flatMap(({ percent, maxLines }) => {
    const { lines = 0 } = lengths[Math.ceil((lengths.length * percent) / 100) - 1] ?? {}
    return lines > maxLines ? [`${percent} % of the files should be within ${maxLines} lines; it takes ${lines}`] : []
  })
  return [...single, ...whole]
}

function lineCount(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
