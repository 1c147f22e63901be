import cluster from 'node:cluster'
import { suggest, UnusablePostgres } from '@handrail/core/internal'
import { Command as CommanderCommand, CommanderError } from 'commander'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { asCalled, attributeOf, readConfig } from './configuration/config.ts'
import { aboutSetting, SETTING_NAMES, type SettingName } from './configuration/settings.ts'
import { explain, Failure, MISUSE } from './failure.ts'
import { sentenceOf } from './sentence.ts'
import { VERSION } from './version.ts'

/** Runs the program. @returns its exit code */
export async function main(args: readonly string[]): Promise<number> {
  process.stdout.on('error', ignoreClosedPipe)
  try {
    await programOf(COMMANDS).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const { text, exitCode } = explain(error instanceof CommanderError ? misuse(error) : error)
    if (text !== '') process.stderr.write(`${asCalled(text)}\n`)
    return exitCode
  }
}

/** The command line of the program. */
export function programOf(commands: readonly Command[]): CommanderCommand {
  const program = new CommanderCommand('handrail')
    .description('Self-hosted customer onboarding. Without a command, it starts the service.')
    .version(VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .addHelpText('after', asCalled('\nHelp and examples for a command: handrail <command> --help'))
  for (const command of commands) add(program, command)
  return program
}

function add(program: CommanderCommand, command: Command): void {
  const { name, summary, argument, options = {}, settings, environment = [], examples } = command
  const added = program
    .command(name, { isDefault: name === 'serve' })
    .description(summary)
    // Reported below, together with all other faults.
    .allowUnknownOption()
    .allowExcessArguments()
  if (argument) added.argument(`<${argument.name}>`, argument.says)
  for (const [flag, says] of Object.entries(options)) added.option(flag, says)
  added.optionsGroup('Settings, by a flag or in the environment:')
  for (const setting of settings) addSetting(added, setting)
  const unflagged = [...settings.filter((setting) => aboutSetting(setting).flag === undefined), ...environment]
  if (unflagged.length > 0)
    added.addHelpText(
      'after',
      () => `\nSettings in the environment:\n${unflagged.map((one) => explained(added, one)).join('\n')}`,
    )
  added.addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${asCalled(example)}`).join('\n')}`)
  added.action(() => runCommand(command, added))
}

function addSetting(command: CommanderCommand, name: SettingName): void {
  const { flag, environment, says, default: fallback } = aboutSetting(name)
  if (flag === undefined) return
  const otherwise = fallback === '' ? '' : `, otherwise ${fallback}`
  command.option(flag, plain(`${says} (or ${environment}${otherwise})`))
  // A switch can be turned off by a flag if the environment turns it on.
  if (!flag.includes(' ')) command.option(flag.replace('--', '--no-'), `turn ${flag} off`)
}

/** A line of the help for a setting that has no flag here. */
function explained(command: CommanderCommand, name: SettingName): string {
  const { environment, says, default: fallback } = aboutSetting(name)
  const help = Object.assign(command.createHelp(), { helpWidth: process.stdout.columns || 80 })
  const otherwise = fallback === '' ? '' : ` (otherwise ${fallback})`
  return help.formatItem(environment, NAMES_WIDTH, plain(`${says}${otherwise}`), help)
}

function plain(text: string): string {
  return asCalled(text.replaceAll('`', ''))
}

/** Columns for the longest name of a setting. */
const NAMES_WIDTH = Math.max(...SETTING_NAMES.map((name) => aboutSetting(name).environment.length))

async function runCommand(command: Command, parsed: CommanderCommand): Promise<void> {
  const { args, options } = parsed
  // Flags that this command does not have are among the arguments.
  const known = options.map((option) => option.long ?? '')
  const flags = parsed.opts()
  const own = Object.keys(command.options ?? {}).map(attributeOf)
  const settings = Object.fromEntries(Object.entries(flags).filter(([attribute]) => !own.includes(attribute)))
  const read = readConfig(settings, undefined, command)
  const faults = [...surplus(command, args, known), ...('faults' in read ? read.faults : [])]
  if (!('config' in read) || faults.length > 0) throw new Failure(faults, MISUSE)
  // Processes of one service have a supervisor that has said it.
  const warnings = cluster.isWorker && read.config.processes > 1 ? [] : read.warnings
  for (const warning of warnings) process.stderr.write(`${warning}\n`)
  const say = (line = '') => void process.stdout.write(`${line}\n`)
  await command.run({ config: read.config, argument: args[0] ?? '', options: flags, say }).catch((error) => {
    throw error instanceof UnusablePostgres ? new Failure(sentenceOf(error, read.config)) : error
  })
}

function surplus({ name, argument }: Command, args: readonly string[], known: readonly string[]): string[] {
  const unknown = args.filter((text) => text.startsWith('-') && text !== '-')
  if (unknown.length > 0)
    return unknown.map((flag) => {
      const bare = flag.split('=')[0] ?? flag
      if (known.includes(bare)) return `${bare} takes no value`
      return `${bare} is not a flag of ${name}.${suggest(bare, known)} See handrail ${name} --help`
    })
  const [first] = args.slice(argument ? 1 : 0)
  if (first === undefined) return []
  const names = COMMANDS.map((command) => command.name)
  if (name === 'serve') return [`"${first}" is not a command.${suggest(first, names)} See handrail --help`]
  return [`${name} does not take the argument "${first}". See handrail ${name} --help`]
}

function misuse({ code, message }: CommanderError): Failure {
  const sentence = code === 'commander.help' ? 'There is no such command' : message.replace(/^error: /, '')
  return new Failure(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. See handrail --help`, MISUSE)
}

/** The reader of the output can close it early, as in `handrail --help | head`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
