/** Finds circles of imports, of types too: what is in a circle can only be read as a whole. */
export function findCycles(imports) {
  const graph = new Map()
  for (const { from, to } of imports) {
    graph.set(from, [...(graph.get(from) ?? []), to])
  }

  const cycles = []
  const done = new Set()
  const visit = (file, path) => {
    if (path.includes(file)) return cycles.push([...path.slice(path.indexOf(file)), file])
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}
