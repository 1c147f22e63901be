import { Command, CommanderError, Option } from 'commander'
import type { CommandDefinition } from './commands/command.ts'
import { COMMANDS } from './commands.ts'
import { type Surroundings, takeSurroundings } from './config.ts'
import { BridgeError } from './errors/bridge-error.ts'
import { sentenceOf } from './errors/failure.ts'
import { tolerateBrokenOutput, writeToStderr } from './log/stderr.ts'
import { readSettings } from './settings/read-settings.ts'
import { aboutSetting, SETTING_NAMES } from './settings/settings.ts'
import { VERSION } from './version.ts'

const MISUSE = 2

/** Runs the program, and sets its exit code. */
export async function main(): Promise<void> {
  const surroundings = takeSurroundings()
  tolerateBrokenOutput()
  try {
    await programOf(surroundings).parseAsync(surroundings.args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return
    process.exitCode = error instanceof CommanderError ? MISUSE : 1
    writeToStderr(
      `mcp-bridge: ${error instanceof CommanderError ? misuse(error, surroundings.command) : sentenceOf(error)}\n`,
    )
  }
}

function programOf(surroundings: Surroundings): Command {
  const program = new Command('mcp-bridge')
    .description(
      'Connects an assistant that speaks MCP over stdio to a remote MCP server. Without a command it serves.',
    )
    .version(VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .enablePositionalOptions()
    .addHelpText('after', `\nHelp for a command: ${surroundings.command} <command> --help`)
  for (const definition of COMMANDS) add(program, definition, surroundings)
  return program
}

function add(program: Command, definition: CommandDefinition, surroundings: Surroundings): void {
  const { name, summary, options = {}, examples, isDefault = false } = definition
  const command = program
    .command(name, { isDefault })
    .description(summary)
    .argument('[url]', 'address of the MCP server (or MCP_BRIDGE_URL)')
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  ${example.replace(/^mcp-bridge/, surroundings.command)}`).join('\n')}`,
    )
  for (const [flag, says] of Object.entries(options)) command.option(flag, says)
  for (const setting of SETTING_NAMES) addSetting(command, setting)
  command.action((url: string | undefined, flags: Record<string, unknown>) =>
    runCommand(definition, surroundings, url, flags),
  )
}

function addSetting(command: Command, name: (typeof SETTING_NAMES)[number]): void {
  const { flag, environment, says, default: fallback, otherwise = fallback, kind } = aboutSetting(name)
  if (flag === undefined) return
  const option = new Option(
    flag,
    `${says} (or ${environment}${otherwise === undefined ? '' : `, otherwise ${otherwise}`})`.replaceAll('`', ''),
  )
  if (kind === 'list' || kind === 'lines' || kind === 'pairs')
    option.argParser((value: string, earlier: string[] | undefined) => [...(earlier ?? []), value])
  command.addOption(option)
}

async function runCommand(
  { run }: CommandDefinition,
  surroundings: Surroundings,
  url: string | undefined,
  flags: Record<string, unknown>,
) {
  // Commander keeps a flag that begins with "no" as the opposite of the rest.
  if (flags.browser === false) flags.noBrowser = true
  const read = readSettings(flags, surroundings.environment)
  if ('faults' in read) throw new BridgeError('invalid_option', read.faults.join('\n'))
  const address = url ?? (surroundings.environment.MCP_BRIDGE_URL || undefined)
  await run({ ...surroundings, address, settings: read.settings, options: flags })
}

function misuse({ message }: CommanderError, command: string): string {
  const sentence = message.replace(/^error: /, '')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. See ${command} --help`
}
