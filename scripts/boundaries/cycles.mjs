/**
 * Finds circles of imports that exist when the program runs. Imports of types vanish, and a dynamic
 * import waits until both modules are ready: neither can see a half-loaded module.
 */
export function findCycles(imports) {
  const graph = new Map()
  for (const { from, to, typeOnly, dynamic } of imports) {
    if (typeOnly || dynamic) continue
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
