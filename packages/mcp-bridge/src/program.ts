import { Command, CommanderError, Option } from 'commander'
import type { CommandDefinition } from './commands/command.ts'
import { COMMANDS } from './commands.ts'
import { type ProcessContext, takeProcessContext } from './config.ts'
import { BridgeError } from './errors/bridge-error.ts'
import { sentenceOf } from './errors/failure.ts'
import { stringsOf } from './json.ts'
import { tolerateBrokenOutput, writeToStderr } from './log/stderr.ts'
import { exposedHeaders } from './settings/headers.ts'
import { readSettings } from './settings/read-settings.ts'
import { aboutSetting, SETTING_NAMES, type SettingName } from './settings/settings.ts'
import { strayVariables, suggestionFor } from './settings/suggestions.ts'
import { VERSION } from './version.ts'

const MISUSE = 2
const COMMAND_NAMES = COMMANDS.map(({ name }) => name)
const VARIABLES = ['MCP_BRIDGE_URL', ...SETTING_NAMES.map((name) => aboutSetting(name).environment)]

/** Runs the program, and sets its exit code. */
export async function main(): Promise<void> {
  const processContext = takeProcessContext()
  tolerateBrokenOutput()
  try {
    checkCommand(processContext)
    await programOf(processContext).parseAsync(processContext.args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return
    process.exitCode = error instanceof CommanderError ? MISUSE : 1
    writeToStderr(
      `mcp-bridge: ${error instanceof CommanderError ? misuse(error, processContext.command) : sentenceOf(error)}\n`,
    )
  }
}

/** A word that is neither a command nor an address is a mistyped one, whatever follows it. */
function checkCommand({ args: [word = ''], command }: ProcessContext): void {
  if (word === '' || /^-|[.:/\s]/.test(word) || word === 'help' || COMMAND_NAMES.includes(word)) return
  const meant = suggestionFor(word, COMMAND_NAMES)
  throw new BridgeError(
    'invalid_option',
    meant
      ? `There is no command "${word}": did you mean ${command} ${meant}?`
      : `There is no command "${word}": ${command} --help lists them.`,
  )
}

function programOf(processContext: ProcessContext): Command {
  const program = new Command('mcp-bridge')
    .description(
      'Connects an assistant that speaks MCP over stdio to a remote MCP server. The default command is serve.',
    )
    .version(VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .enablePositionalOptions()
    .addHelpText('after', `\nHelp for a command: ${processContext.command} <command> --help`)
  for (const definition of COMMANDS) add(program, definition, processContext)
  return program
}

function add(program: Command, definition: CommandDefinition, processContext: ProcessContext): void {
  const { name, summary, options = {}, examples, isDefault = false, settings = SETTING_NAMES } = definition
  const isShown = (setting: SettingName) => settings.includes(setting)
  const command: Command = program
    .command(name, { isDefault })
    .description(summary)
    .argument('[url]', 'address of the MCP server (or MCP_BRIDGE_URL)')
    .addHelpText('after', () => inTheEnvironment(command, SETTING_NAMES.filter(isShown)))
    .addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  ${example.replace(/^mcp-bridge/, processContext.command)}`).join('\n')}`,
    )
  for (const [flag, says] of Object.entries(options)) command.option(flag, says)
  for (const setting of SETTING_NAMES) addSetting(command, setting, isShown(setting))
  command.action((url: string | undefined, flags: Record<string, unknown>) =>
    runCommand(definition, processContext, url, flags),
  )
}

/** The part of the help for settings that have no flag, such as secrets. */
function inTheEnvironment(command: Command, names: readonly SettingName[]): string {
  const help = Object.assign(command.createHelp(), { helpWidth: process.stdout.columns || 80 })
  const settings = names.map(aboutSetting).filter(({ flag }) => flag === undefined)
  const width = Math.max(...settings.map(({ environment }) => environment.length))
  const lines = settings.map(({ environment, says, default: fallback, otherwise = fallback }) =>
    help.formatItem(environment, width, otherwise === undefined ? says : `${says} (otherwise ${otherwise})`, help),
  )
  return lines.length === 0 ? '' : `\nSettings in the environment:\n${lines.join('\n')}`
}

/** Every command takes every setting, so that flags can be kept when commands change; its help shows what matters to it. */
function addSetting(command: Command, name: SettingName, isShown: boolean): void {
  const { flag, environment, says, default: fallback, otherwise = fallback, kind } = aboutSetting(name)
  if (flag === undefined) return
  const option = new Option(
    flag,
    `${says} (or ${environment}${otherwise === undefined ? '' : `, otherwise ${otherwise}`})`.replaceAll('`', ''),
  )
  if (kind === 'list' || kind === 'lines' || kind === 'pairs')
    option.argParser((value: string, earlier: string[] | undefined) => [...(earlier ?? []), value])
  command.addOption(option.hideHelp(!isShown))
}

async function runCommand(
  { run }: CommandDefinition,
  processContext: ProcessContext,
  url: string | undefined,
  flags: Record<string, unknown>,
) {
  // Commander keeps a flag that begins with "no" as the opposite of the rest.
  if (flags.browser === false) flags.noBrowser = true
  const read = readSettings(flags, processContext.environment)
  if ('faults' in read) throw new BridgeError('invalid_option', read.faults.join('\n'))
  for (const sentence of strayVariables(processContext.environment, VARIABLES))
    writeToStderr(`mcp-bridge: ${sentence}\n`)
  for (const header of exposedHeaders(stringsOf(flags.header) ?? []))
    writeToStderr(
      `mcp-bridge: The value of ${header} is in the command line, where other users of this machine can read it: put it into an environment variable and write --header "${header}: \${NAME}", or use --header-file.\n`,
    )
  const address = url ?? (processContext.environment.MCP_BRIDGE_URL || undefined)
  await run({ ...processContext, address, settings: read.settings, options: flags })
}

function misuse({ message }: CommanderError, command: string): string {
  const sentence = message.replace(/^error: /, '')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. See ${command} --help`
}
