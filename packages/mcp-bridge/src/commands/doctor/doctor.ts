import { BridgeError } from '../../errors/bridge-error.ts'
import { sentenceOf } from '../../errors/failure.ts'
import { proxyFor } from '../../network/proxy.ts'
import type { Call, CommandIo } from '../command.ts'
import { setUp } from '../setup.ts'
import type { Check, Finding } from './check.ts'
import { checkClock, checkConnection, checkName } from './network-checks.ts'
import { checkAuthorization, checkProtocol, checkStore } from './server-checks.ts'

const CHECKS: Record<string, Check> = {
  Node: (_, { node }) => ({ fine: `${process.versions.node} at ${node}` }),
  Address: ({ url }) => ({ fine: url.href }),
  Proxy: ({ url }, { environment }) => {
    const proxy = proxyFor(url, environment)
    return { fine: proxy ? `through ${proxy.host}; no_proxy excepts hosts` : 'none, the server is reached directly' }
  },
  DNS: checkName,
  Connection: checkConnection,
  Clock: checkClock,
  MCP: checkProtocol,
  OAuth: checkAuthorization,
  Credentials: checkStore,
}

/** Checks that say nothing where the server cannot be reached. */
const OVER_THE_NETWORK = ['Clock', 'MCP', 'OAuth']

/** Looks at everything between the assistant and the server: a line each. @throws BridgeError where something is wrong */
export async function doctor(call: Call, io: CommandIo): Promise<void> {
  const setup = setUp(call)
  const faults: string[] = []
  for (const [name, check] of Object.entries(CHECKS)) {
    const isPointless = faults.includes('Connection') && OVER_THE_NETWORK.includes(name)
    const finding = isPointless ? { unknown: 'not known without a connection' } : await run(() => check(setup, call))
    if ('fault' in finding) faults.push(name)
    io.print(lineOf(name.padEnd(12), finding))
  }
  await setup.authorization?.close()
  setup.network.close()
  if (faults.length > 0)
    throw new BridgeError('unreachable', `${faults.length} of ${Object.keys(CHECKS).length} checks found a fault.`)
}

function lineOf(name: string, finding: Finding): string {
  if ('fine' in finding) return `ok     ${name} ${finding.fine}`
  return 'fault' in finding ? `WRONG  ${name} ${finding.fault}` : `?      ${name} ${finding.unknown}`
}

async function run(check: () => Promise<Finding> | Finding): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return { fault: sentenceOf(error) }
  }
}
