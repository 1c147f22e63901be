import { expect, test } from 'vitest'
import { upTo } from '../../../test/dated-plans.ts'
import { createRandom } from '../../sample/random.ts'
import { depthFirst } from './depth-first.ts'

/** Some edges between nodes, by node. */
function someGraph(random: () => number): number[][] {
  const nodes = 1 + upTo(random, 12)
  return Array.from({ length: nodes }, () => Array.from({ length: upTo(random, 3) }, () => upTo(random, nodes)))
}

/** The nodes that a node leads to, over any number of edges. */
function reachedFrom(graph: readonly number[][], start: number): Set<number> {
  const reached = new Set<number>()
  for (const open = [...(graph[start] ?? [])]; open.length > 0; ) {
    const node = open.pop() ?? 0
    if (!reached.has(node)) open.push(...(graph[node] ?? []))
    reached.add(node)
  }
  return reached
}

test('in any graph each node comes once, asked for its dependencies once, after them unless they lead back to it', () => {
  const random = createRandom(61)
  for (let round = 0; round < 3000; round += 1) {
    const graph = someGraph(random)
    const asked: number[] = []
    const { order } = depthFirst(graph.length, (node) => graph[asked[asked.push(node) - 1] ?? 0] ?? [], 20)
    expect(order.toSorted((a, b) => a - b)).toEqual(graph.map((_, node) => node))
    expect(asked.toSorted((a, b) => a - b)).toEqual(graph.map((_, node) => node))
    const places = new Map(order.map((node, place) => [node, place]))
    for (const [node, dependencies] of graph.entries())
      for (const one of dependencies)
        if (!reachedFrom(graph, one).has(node)) expect(places.get(one)).toBeLessThan(places.get(node) ?? 0)
  }
})

test('in any graph a circle is a way round, and each part that goes round has one', () => {
  const random = createRandom(62)
  for (let round = 0; round < 3000; round += 1) {
    const graph = someGraph(random)
    const { circles } = depthFirst(graph.length, (node) => graph[node] ?? [], 100)
    for (const circle of circles)
      for (const [at, node] of circle.entries()) expect(graph[node]).toContain(circle[(at + 1) % circle.length])
    for (const node of graph.keys()) {
      const reached = reachedFrom(graph, node)
      if (!reached.has(node)) continue
      const part = [...reached].filter((other) => reachedFrom(graph, other).has(node))
      expect(circles.some((circle) => circle.every((other) => part.includes(other)))).toBe(true)
    }
  }
})

test('a chain may be longer than the stack, and no more circles than asked for are kept', () => {
  const chain = depthFirst(200_000, (node) => (node + 1 < 200_000 ? [node + 1] : []), 1)
  expect(chain.order.slice(0, 2)).toEqual([199_999, 199_998])
  expect(depthFirst(10, (node) => [node], 3).circles).toEqual([[0], [1], [2]])
})
