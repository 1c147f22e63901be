import { type Bound, createFirstWorkspace, createWorkspace, type Handrail, listWorkspaces } from '@handrail/core'
import type { Config } from './config.ts'
import { Failure } from './failure.ts'

type Workspaces = Awaited<ReturnType<typeof allWorkspaces>>
export type Workspace = Workspaces[number]

export async function allWorkspaces(handrail: Handrail) {
  const system = await handrail.asSystem()
  return (await system.invoke(listWorkspaces, {})).data
}

/** Makes the workspace of the set-up settings. @throws AppError `conflict` when it is not the first, unless `additional` */
export async function setUp(system: Bound, config: Config, { additional = false } = {}): Promise<Workspace> {
  const { setupEmail: email = '', setupName, setupPassword: password, setupWorkspace: name = '' } = config
  const owner = { email, name: setupName ?? email.split('@')[0] ?? email, ...(password && { password }) }
  return (await system.invoke(additional ? createWorkspace : createFirstWorkspace, { name, owner })).data
}

/** The workspace that is meant: by id or name, or the only one. */
export function chooseWorkspace(workspaces: Workspaces, wanted: string | undefined): Workspace {
  const matching = workspaces.filter(({ id, name }) => wanted === undefined || id === wanted || name === wanted)
  const [workspace, second] = matching
  if (workspace && !second) return workspace
  if (workspaces.length === 0) throw new Failure('There is no workspace yet. Make one with: handrail setup --help')
  const known = workspaces.map(({ id, name }) => `  ${id}  ${name}`)
  const problem = workspace
    ? 'Say which workspace is meant, with --workspace and its id'
    : `There is no workspace "${wanted}"`
  throw new Failure([`${problem}. There are:`, ...known])
}
