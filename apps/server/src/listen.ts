import type { createApp } from '@handrail/http'
import type { Config } from './config.ts'
import { Failure } from './failure.ts'

type App = Awaited<ReturnType<typeof createApp>>

const EVERYWHERE = ['0.0.0.0', '::', '127.0.0.1', '::1']

/** @returns the address at which this machine reaches the server, `http://localhost:3000` */
export async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw refused(error, host, port)
  }
  const [bound] = app.addresses()
  const actual = typeof bound === 'object' ? bound.port : port
  const name = EVERYWHERE.includes(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${actual}`
}

function refused(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new Failure(`Port ${port} is in use. Stop what listens there, or choose another with --port`)
    case 'EACCES':
      return new Failure(`This user may not listen on port ${port}. Choose one from 1024 on with --port`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Failure(`${host} is not an address of this machine. Choose another with --host`)
    default:
      return error
  }
}
