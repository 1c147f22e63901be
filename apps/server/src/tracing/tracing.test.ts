import { STEPS } from '@handrail/core/internal'
import { expect, test } from 'vitest'
import { startTracing } from './tracing.ts'

test.each(['nonsense', 'localhost:4318', 'http://[bad'])(
  'traces are not sent to %s, which is logged',
  async (endpoint) => {
    const warnings: unknown[] = []
    const logger = { warn: (warning: unknown) => void warnings.push(warning) }
    const stop = await startTracing(logger, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    await stop()
    expect(warnings).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318, so no traces are sent',
    ])
  },
)

test.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])('%j turns traces off', async (off) => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
  const subscribed = async (environment: Record<string, string>) => {
    const stop = await startTracing({ warn: () => undefined }, environment)
    const isSubscribed = STEPS.hasSubscribers
    await stop()
    return isSubscribed
  }
  expect(await subscribed(endpoint)).toBe(true)
  expect(await subscribed({ ...endpoint, ...off })).toBe(false)
})
