/** The nodes of a graph, each after those that it depends on, and circles of nodes that depend on themselves. */
interface Ordered {
  order: number[]
  /** Each from a node to the last one before it comes again. */
  circles: number[][]
}

/**
 * Orders the nodes of a graph by what they depend on, in time linear in nodes and edges. Each part of the graph whose nodes all
 * lead to each other has at least one circle in the answer. Iterative, because a chain can be as long as a guide, longer than
 * the stack.
 * @param most the maximum number of circles
 */
export function depthFirst(nodes: number, dependenciesOf: (node: number) => readonly number[], most: number): Ordered {
  const order: number[] = []
  const circles: number[][] = []
  const ended = new Uint8Array(nodes)
  /** Places on the path from 1; 0 is not on it. */
  const places = new Uint32Array(nodes)
  const path: { node: number; dependencies: readonly number[]; next: number }[] = []

  function enter(node: number): void {
    path.push({ node, dependencies: dependenciesOf(node), next: 0 })
    places[node] = path.length
  }

  function noteCircle(to: number): void {
    if (circles.length < most) circles.push(path.slice((places[to] ?? 1) - 1).map(({ node }) => node))
  }

  for (let start = 0; start < nodes; start += 1) {
    if (!ended[start]) enter(start)
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const dependency = last.dependencies[last.next]
      last.next += 1
      if (dependency === undefined) {
        order.push(last.node)
        ended[last.node] = 1
        places[last.node] = 0
        path.pop()
      } else if (places[dependency]) noteCircle(dependency)
      else if (!ended[dependency]) enter(dependency)
    }
  }
  return { order, circles }
}
