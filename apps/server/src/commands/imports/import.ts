import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Bound, operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS, MAIL_SETTINGS } from '../../command.ts'
import { commandLine } from '../../configuration/config.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'
import { findGuide } from '../guides/find-guide.ts'
import { followImport, type Import } from './import-progress.ts'

interface Options {
  resource?: string
  columns?: string
  dryRun?: true
  keepExisting?: true
  enrollIn?: string
  sendInvitations?: true
  results?: string
  workspace?: string
}

/** Errors that are printed; all are in the file of results. */
const MOST_PRINTED = 20

export const importCommand = command<Options>({
  name: 'import',
  summary: 'Import contacts or organisations from CSV or a workbook (.xlsx); works while the server runs',
  argument: { name: 'file', says: 'file with the column names in its first row' },
  options: {
    '--resource <resource>': 'contacts or organisations; default: contacts',
    '--columns <pairs>': 'fields for columns that are not matched by name: "CRM id=external_id, Plan=metadata.plan"',
    '--dry-run': 'show the result without importing anything',
    '--keep-existing': 'do not change existing records',
    '--enroll-in <guide>': 'enroll every contact of the file in a guide, given by title or ID',
    '--send-invitations': 'mail their link to the enrolled contacts',
    '--results <file>': 'write a copy of the file with the result of each row',
    '--workspace <workspace>': 'ID or name of the workspace; required if there are several',
  },
  settings: [...INSTANCE_SETTINGS, ...MAIL_SETTINGS],
  // A demo sends no mail.
  environment: ['demo'],
  examples: [
    'handrail import customers.csv --dry-run',
    'handrail import customers.xlsx --columns "CRM id=external_id, Plan=metadata.plan" --results results.csv',
  ],
  async run({ config, argument: file, options, say }) {
    const { resource = 'contacts', columns = '', dryRun = false, keepExisting = false, enrollIn } = options
    if (resource !== 'contacts' && resource !== 'organisations')
      throw new Failure(`--resource must be contacts or organisations, not ${resource}`, MISUSE)
    if (options.sendInvitations && enrollIn === undefined)
      throw new Failure('--send-invitations needs --enroll-in, which names the guide', MISUSE)
    requireDatabase(config)
    await withInstance(
      config,
      async (handrail) => {
        const chosen = chooseWorkspace(await allWorkspaces(handrail), options.workspace)
        const bound = await handrail.asSystem(chosen.id)
        const enroll_in = enrollIn === undefined ? null : await findGuide(bound, enrollIn)
        const begun = await begin(bound, file, resource)
        await followImport(bound, begun.id, 'Reading')
        const mapping = mappingOf(begun.columns, columns)
        const enrolling = { enroll_in, send_invitations: options.sendInvitations ?? false }
        await bound.invoke(operations.checkImport, {
          id: begun.id,
          mapping,
          update_existing: !keepExisting,
          ...enrolling,
        })
        const checked = await followImport(bound, begun.id, 'Checking')
        for (const line of await faultsOf(bound, checked)) process.stderr.write(`${line}\n`)
        const has = checked.created + checked.updated + (enroll_in === null ? 0 : checked.unchanged) > 0
        if (!dryRun && has) await bound.invoke(operations.runImport, { id: begun.id })
        const done = dryRun ? checked : await followImport(bound, begun.id, 'Importing')
        if (options.results !== undefined) await writeResults(bound, handrail, begun.id, options.results)
        const { created, updated, unchanged, faulty } = done
        const counts = `${created} new, ${updated} updated, ${unchanged} unchanged, ${faulty} skipped`
        say(
          dryRun
            ? `Nothing was imported. An import would give: ${counts}`
            : `Imported into "${chosen.name}": ${counts}`,
        )
        if (done.enrolled > 0) say(`Enrolled ${done.enrolled}`)
        if (done.status === 'done')
          say(`Undo it within 30 days with: ${commandLine(`undo-import ${begun.id}`, config)}`)
      },
      { sendsMail: true },
    )
  },
})

async function begin(bound: Bound, file: string, resource: 'contacts' | 'organisations'): Promise<Import> {
  const opened = await open(file).catch((error: unknown) => {
    throw new Failure(`Cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  })
  const content = opened.createReadStream()
  return (await bound.invoke(operations.createImport, { resource, name: basename(file), content })).data
}

/** @param pairs `Name of a column=field`, several with commas between them */
function mappingOf(columns: Import['columns'], pairs: string): string[] {
  const given = new Map(
    pairs
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair): [string, string] => {
        const at = pair.lastIndexOf('=')
        return [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()]
      }),
  )
  const unknown = [...given.keys()].find((name) => !columns.some((column) => column.name === name))
  if (unknown !== undefined)
    throw new Failure(
      `The file has no column "${unknown}". Its columns: ${columns.map(({ name }) => name).join(', ')}`,
      MISUSE,
    )
  const taken = new Set(given.values())
  return columns.map(({ name, suggestion }) => given.get(name) ?? (taken.has(suggestion) ? '' : suggestion))
}

async function faultsOf(bound: Bound, { id, columns, faulty }: Import): Promise<string[]> {
  if (faulty === 0) return []
  const { data } = await bound.invoke(operations.listImportRows, { id, fate: 'faulty' })
  const lines = data.slice(0, MOST_PRINTED).map(({ number, cells, faults }) => {
    const texts = faults.map(({ column, text }) =>
      column === null ? text : `${columns[column]?.name} "${cells[column] ?? ''}" ${text}`,
    )
    return `Row ${number}: ${texts.join('; ')}`
  })
  const others = faulty - lines.length
  return others > 0 ? [...lines, `${others} more rows have errors: --results FILE lists them`] : lines
}

async function writeResults(
  bound: Bound,
  handrail: { asVisitor(address: string): Bound },
  id: string,
  file: string,
): Promise<void> {
  const { data } = await bound.invoke(operations.createExport, { export: { what: 'import', id } })
  const opened = await handrail
    .asVisitor('local')
    .invoke(operations.openExport, { token: data.url.split('/').at(-1) ?? '' })
  await pipeline(opened.data.content, createWriteStream(file))
}
