import type { Logger } from 'pino'

type Environment = Readonly<Record<string, string | undefined>>

/** Sends traces by OTLP, if the environment names an endpoint. @returns sends what is left, and ends */
export async function startTracing(
  logger: Pick<Logger, 'warn'>,
  environment: Environment,
): Promise<() => Promise<void>> {
  if (!sendsTraces(environment)) return async () => undefined
  const { exportTraces } = await import('./export-traces.ts')
  return exportTraces(logger, environment)
}

function sendsTraces(environment: Environment): boolean {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment
  if (disabled?.toLowerCase() === 'true' || (exporter && exporter !== 'otlp')) return false
  return Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}
