type Row = Record<string, string | number | undefined>

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function shown(value: string | number | undefined): string {
  if (typeof value !== 'number') return value ?? ''
  return value >= 100 ? String(Math.round(value)) : value.toFixed(2)
}

/** Prints rows as a Markdown table. */
export function print(title: string, rows: Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((column) => shown(row[column])))]
  console.log(`\n## ${title}\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}`)
}

/** Runs measurements in sequence, prints each result immediately, and all as a table at the end. */
export async function printEach<T>(title: string, all: readonly T[], measure: (one: T) => Promise<Row>): Promise<void> {
  const rows: Row[] = []
  for (const one of all) {
    const row = await measure(one)
    console.error(JSON.stringify(row))
    rows.push(row)
  }
  print(title, rows)
}
