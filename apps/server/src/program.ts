import { UnusablePostgres } from '@handrail/core/internal'
import { Command as CommanderCommand, CommanderError } from 'commander'
import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { attributeOf, readConfig } from './configuration/config.ts'
import { aboutSetting } from './configuration/settings.ts'
import { explain, Failure, MISUSE } from './failure.ts'
import { sentenceOf } from './sentence.ts'
import { suggest } from './suggest.ts'
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
    process.stderr.write(`${text}\n`)
    return exitCode
  }
}

function programOf(commands: readonly Command[]): CommanderCommand {
  const program = new CommanderCommand('handrail')
    .description('Self-hosted customer onboarding. Without a command, it starts the service.')
    .version(VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .addHelpText('after', '\nHelp and examples for a command: handrail <command> --help')
  for (const command of commands) add(program, command)
  return program
}

function add(program: CommanderCommand, command: Command): void {
  const { name, summary, argument, options = {}, settings, examples } = command
  const added = program
    .command(name, { isDefault: name === 'serve' })
    .description(summary)
    // Reported below, together with all other faults.
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`)
  if (argument) added.argument(`<${argument.name}>`, argument.says)
  for (const [flag, says] of Object.entries(options)) added.option(flag, says)
  for (const setting of settings) addSetting(added, setting)
  added.action(() => runCommand(command, added))
}

function addSetting(command: CommanderCommand, name: Command['settings'][number]): void {
  const { flag, environment, says, default: fallback } = aboutSetting(name)
  const otherwise = fallback === '' ? '' : `, otherwise ${fallback}`
  if (flag === undefined) return
  command.option(flag, `${says} (or ${environment}${otherwise})`.replaceAll('`', ''))
  // A switch can be turned off by a flag if the environment turns it on.
  if (!flag.includes(' ')) command.option(flag.replace('--', '--no-'), `turn ${flag} off`)
}

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
  for (const warning of read.warnings) process.stderr.write(`${warning}\n`)
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
