import type { Logger } from 'pino'

type Environment = Readonly<Record<string, string | undefined>>

/** Where traces are sent to. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']

/** Sends traces by OTLP, if the environment names an endpoint. @returns sends what is left, and ends */
export async function startTracing(
  logger: Pick<Logger, 'warn'>,
  environment: Environment,
): Promise<() => Promise<void>> {
  const named = ENDPOINTS.filter((name) => environment[name])
  if (isTurnedOff(environment) || named.length === 0) return async () => undefined
  const invalid = named.find((name) => !/^https?:$/.test(protocolOf(environment[name])))
  if (invalid !== undefined) {
    logger.warn(`${invalid} must be an address such as http://localhost:4318, so no traces are sent`)
    return async () => undefined
  }
  const { exportTraces } = await import('./export-traces.ts')
  return exportTraces(logger, environment)
}

function isTurnedOff({ OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter }: Environment): boolean {
  return disabled?.toLowerCase() === 'true' || (exporter !== undefined && exporter !== '' && exporter !== 'otlp')
}

function protocolOf(endpoint = ''): string {
  return URL.canParse(endpoint) ? new URL(endpoint).protocol : ''
}
