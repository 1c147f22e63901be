import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSilenceWatch } from './silence-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a server that does not answer a request is reported, at most once a minute; streams are exempt', () => {
  const said: string[] = []
  const watch = openSilenceWatch({
    url: new URL('https://a.example/mcp'),
    log: { say: (line) => void said.push(line) },
  })
  watch.asked('subscriptions/listen')
  const answered = watch.asked('tools/list')
  vi.advanceTimersByTime(9_000)
  answered()
  vi.advanceTimersByTime(60_000)
  expect(said).toEqual([])
  for (let calls = 0; calls < 5; calls++) watch.asked('tools/call')
  vi.advanceTimersByTime(10_000)
  expect(said).toEqual(['The server at https://a.example has not answered tools/call for 10 s.'])
  vi.advanceTimersByTime(60_000)
  watch.asked('tools/call')
  vi.advanceTimersByTime(10_000)
  expect(said).toHaveLength(2)
})
