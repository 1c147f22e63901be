import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type Bound, type InputOf, operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import type { Config } from '../../configuration/config.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'
import { findGuide } from '../guides/find-guide.ts'

type What = InputOf<typeof operations.createExport>['export']
const LISTS = ['contacts', 'organisations', 'enrollments', 'guides', 'emails', 'audit_entries'] as const

export const exportCommand = command<{ list?: string; workspace?: string }>({
  name: 'export',
  summary: 'Export a workspace as one archive, or one of its lists; works while the server runs',
  argument: { name: 'file', says: 'file to write; - for stdout' },
  options: {
    '--list <list>': `one of ${LISTS.join(', ')}, as CSV, or as a workbook for a FILE.xlsx; default: everything, as a zip archive of JSON lines and files`,
    '--workspace <workspace>': 'ID or name of the workspace; required if there are several',
  },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail export acme.zip', 'handrail export contacts.xlsx --list contacts --workspace Acme'],
  async run({ config, argument: file, options: { list, workspace } }) {
    const known = LISTS.find((one) => one === list)
    if (list !== undefined && !known)
      throw new Failure(`--list must be one of ${LISTS.join(', ')}, not ${list}`, MISUSE)
    const format = file.toLowerCase().endsWith('.xlsx') ? ('xlsx' as const) : ('csv' as const)
    const what = known ? ({ what: 'list', list: known, format } as const) : ({ what: 'workspace' } as const)
    await writeExport(config, { file, workspace, what })
  },
})

export const exportGuide = command<{ output?: string; workspace?: string }>({
  name: 'export-guide',
  summary: 'Export a guide as JSON for import-guide',
  argument: { name: 'guide', says: 'ID or title of the guide' },
  options: {
    '--output <file>': 'file to write; default: stdout',
    '--workspace <workspace>': 'ID or name of the workspace; required if there are several',
  },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail export-guide "Your first payroll" --output payroll.json'],
  run: ({ config, argument: guide, options: { output = '-', workspace } }) =>
    writeExport(config, {
      file: output,
      workspace,
      what: async (bound) => ({ what: 'guide', id: await findGuide(bound, guide) }),
    }),
})

interface Wanted {
  file: string
  workspace: string | undefined
  what: What | ((bound: Bound) => Promise<What>)
}

async function writeExport(config: Config, { file, workspace, what }: Wanted): Promise<void> {
  requireDatabase(config)
  if (file !== '-' && existsSync(file))
    throw new Failure(`${file} already exists, and an export never overwrites a file. Choose another file`)
  await withInstance(config, async (handrail) => {
    const chosen = chooseWorkspace(await allWorkspaces(handrail), workspace)
    const bound = await handrail.asSystem(chosen.id)
    const wanted = typeof what === 'function' ? await what(bound) : what
    const { data } = await bound.invoke(operations.createExport, { export: wanted })
    const { data: opened } = await handrail
      .asVisitor('local')
      .invoke(operations.openExport, { token: data.url.split('/').at(-1) ?? '' })
    if (file === '-') for await (const chunk of opened.content) process.stdout.write(chunk)
    else {
      await pipeline(opened.content, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
      process.stderr.write(`Wrote ${file}. Anyone who has it can read all of it: store it like a backup\n`)
    }
  })
}
