import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { EarlyServer } from '@handrail/http'
import type { Config } from '../../configuration/config.ts'
import { Failure } from '../../failure.ts'

/** The public URL of a configuration that has port 0 and does not set one. */
const UNKNOWN = 'http://localhost:0'
const EVERYWHERE = ['0.0.0.0', '::', '127.0.0.1', '::1']

/**
 * The configuration with the port that will be used: the address of the instance appears in links and in OAuth
 * metadata, so it has to be known before there is a server.
 */
export async function withPort(config: Config): Promise<Config> {
  return config.port === 0 ? atPort(config, await freePort(config)) : config
}

/** Listens for a moment. @returns the port, which is another one if 0 is asked for. @throws Failure if it is taken */
export async function freePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw refused(error, host, port)
  }
  const { port: bound } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return bound
}

/** The configuration of a service whose port is known. */
export function atPort(config: Config, port: number): Config {
  return { ...config, port, publicUrl: config.publicUrl === UNKNOWN ? `http://localhost:${port}` : config.publicUrl }
}

/** Where the system can distribute connections to several processes itself. Elsewhere node:cluster does it. */
const DISTRIBUTES = ['linux', 'freebsd'].includes(process.platform)

/** @returns the address at which this machine reaches the server, `http://localhost:3000` */
export async function listen(server: EarlyServer, { host, port, processes }: Config): Promise<string> {
  try {
    // A connection that node:cluster hands to a process as it dies would stay open without an answer.
    const bound = await server.listen({ host, port, reusePort: processes > 1 && DISTRIBUTES })
    const name = EVERYWHERE.includes(host) ? 'localhost' : host
    return `http://${name.includes(':') ? `[${name}]` : name}:${bound}`
  } catch (error) {
    throw refused(error, host, port)
  }
}

function refused(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new Failure(`Port ${port} is in use. Stop the program that uses it, or choose another with --port`)
    case 'EACCES':
      return new Failure(`This user cannot listen on port ${port}. Choose a port from 1024 with --port`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Failure(`${host} is not an address of this machine. Choose another with --host`)
    default:
      return error
  }
}
