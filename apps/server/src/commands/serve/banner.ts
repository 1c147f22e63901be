import { isLoopbackHost } from '@handrail/core/internal'
import { type Config, commandLine } from '../../configuration/config.ts'
import { VERSION } from '../../version.ts'
import { DEMO_OWNER } from './demo-owner.ts'
import type { Start } from './first-start.ts'

/** The text that the server prints when it is ready. */
export function banner(config: Config, address: string, start: Start): string {
  const elsewhere = config.publicUrl === address ? [] : [`  Public     ${config.publicUrl}`]
  return [
    '',
    `Handrail ${VERSION} is ready.`,
    '',
    `  Address    ${address}`,
    ...elsewhere,
    `  API        ${address}/api/v1`,
    `  MCP        ${address}/mcp`,
    `  Reference  ${address}/docs`,
    `  Manual     ${address}/docs/guide`,
    `  Data       ${config.databaseUrl === undefined ? config.database : 'PostgreSQL'}`,
    ...trial(config),
    '',
    ...hints(config, address, start).map((line) => (line === '' ? '' : `  ${line}`)),
    '',
    'Stop it with Ctrl-C.',
    '',
  ].join('\n')
}

/** The permissions of an instance on localhost. */
function trial({ publicUrl }: Config): string[] {
  const { hostname } = new URL(publicUrl)
  if (!isLoopbackHost(hostname)) return []
  return [
    '',
    '  PUBLIC_URL is on localhost: only this machine reaches the instance, and webhooks may be sent to this machine.',
  ]
}

function hints(config: Config, address: string, start: Start): string[] {
  const where = start.kind === 'known' && start.workspace ? ` --workspace ${start.workspace.id}` : ''
  const newKey = commandLine(`create-key --name "My first key" --scopes all${where}`, config)
  switch (start.kind) {
    case 'known':
      return [
        `Sign in at ${config.publicUrl}/sign-in. For a new password:`,
        commandLine(`reset-password ${config.demo ? DEMO_OWNER : 'you@example.com'}`, config),
        '',
        'For an API key:',
        newKey,
      ]
    case 'empty':
      return [
        'There is no workspace yet. Open this link within 30 minutes to create one; it works once:',
        start.link,
        '',
        'Or without a browser:',
        commandLine('setup --email you@example.com --workspace "Your company"', config),
      ]
    case 'set up':
      return [
        `The workspace "${start.workspace.name}" is set up. An API key for it:`,
        newKey,
        ...(start.link ? ['', 'The owner can set a password with this link within an hour:'] : []),
        ...(start.link ? [start.link] : []),
      ]
    case 'demo':
      return [
        `The sample workspace "${start.demo.workspace}" is ready. Its API key, shown only now:`,
        start.demo.token,
        '',
        `To sign in as its owner, ${start.demo.owner}, set a password with this link within an hour:`,
        start.link,
        '',
        'The page that an invited contact sees:',
        start.demo.guide,
        '',
        'Try it:',
        `curl -H "Authorization: Bearer ${start.demo.token}" "${address}/api/v1/contacts?per_page=3"`,
      ]
  }
}
