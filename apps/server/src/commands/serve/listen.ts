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
  if (config.port !== 0) return config
  const server = createServer().listen(0, config.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw refused(error, config.host, 0)
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return atPort(config, port)
}

/** The configuration of a service whose port is known. */
export function atPort(config: Config, port: number): Config {
  return { ...config, port, publicUrl: config.publicUrl === UNKNOWN ? `http://localhost:${port}` : config.publicUrl }
}

/** @returns the address at which this machine reaches the server, `http://localhost:3000` */
export async function listen(server: EarlyServer, { host, port }: Config): Promise<string> {
  try {
    const bound = await server.listen({ host, port })
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
