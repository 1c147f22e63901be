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
