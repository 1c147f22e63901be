import { AppError, type Bound, type Handrail, operations } from '@handrail/core'
import type { Config } from './configuration/config.ts'
import { Failure } from './failure.ts'

type Workspaces = Awaited<ReturnType<typeof allWorkspaces>>
export type Workspace = Workspaces[number]
type SetUp = Pick<Config, 'setupEmail' | 'setupName' | 'setupPassword' | 'setupWorkspace'>

export async function allWorkspaces(handrail: Handrail) {
  const system = await handrail.asSystem()
  return (await system.invoke(operations.listWorkspaces, {})).data
}

/** Makes the workspace of the set-up settings. @throws AppError `conflict` when it is not the first, unless `additional` */
export async function setUp(system: Bound, config: SetUp, { additional = false } = {}): Promise<Workspace> {
  const { setupEmail: email = '', setupName, setupPassword: password, setupWorkspace: name = '' } = config
  const owner = { email, name: setupName ?? email.split('@')[0] ?? email, ...(password && { password }) }
  return (
    await system.invoke(additional ? operations.createWorkspace : operations.createFirstWorkspace, { name, owner })
  ).data
}

/** The workspace that is meant: by id or name, or the only one. */
export function chooseWorkspace(workspaces: Workspaces, wanted: string | undefined): Workspace {
  const matching = workspaces.filter(({ id, name }) => wanted === undefined || id === wanted || name === wanted)
  const [workspace, second] = matching
  if (workspace && !second) return workspace
  if (workspaces.length === 0) throw new Failure('There is no workspace yet. Create one with: handrail setup --help')
  const known = workspaces.map(({ id, name }) => `  ${id}  ${name}`)
  const problem = workspace ? 'Choose a workspace with --workspace and its ID' : `There is no workspace "${wanted}"`
  throw new Failure([`${problem}. There are:`, ...known])
}

interface InWorkspace {
  workspace: Workspace
  bound: Bound
}

/** The workspace that is meant, or where none is named all of them, oldest first. */
export async function selectWorkspaces(handrail: Handrail, wanted: string | undefined): Promise<InWorkspace[]> {
  const all = await allWorkspaces(handrail)
  const meant = wanted === undefined ? all : [chooseWorkspace(all, wanted)]
  return Promise.all(meant.map(async (workspace) => ({ workspace, bound: await handrail.asSystem(workspace.id) })))
}

/**
 * Does something to a record, in whichever workspace it is: ids are unique.
 * @param none what to say where no workspace has it
 */
export async function inItsWorkspace<T>(
  handrail: Handrail,
  work: (place: InWorkspace) => Promise<T>,
  none: string,
): Promise<T> {
  for (const place of await selectWorkspaces(handrail, undefined)) {
    try {
      return await work(place)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    }
  }
  throw new Failure(none)
}
