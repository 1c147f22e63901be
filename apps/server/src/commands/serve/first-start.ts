import { AppError, type Bound, type Handrail, operations } from '@handrail/core'
import type { Config } from '../../configuration/config.ts'
import { allWorkspaces, setUp, type Workspace } from '../../workspaces.ts'
import type { Demo } from './demo.ts'

/** The state that a start found or created. */
export type Start =
  /** @param workspace the oldest of several, of which commands have to know the one that is meant */
  | { kind: 'known'; workspace?: Workspace | undefined }
  | { kind: 'empty'; link: string }
  | { kind: 'set up'; workspace: Workspace; link: string | undefined }
  | { kind: 'demo'; demo: Demo; link: string }

/**
 * Fills an empty instance according to the settings: with a first workspace, with the sample workspace, or not at all.
 */
export async function firstStart(handrail: Handrail, config: Config): Promise<Start> {
  const workspaces = await allWorkspaces(handrail)
  if (workspaces.length > 0) return { kind: 'known', workspace: workspaces.length > 1 ? workspaces[0] : undefined }
  try {
    const system = await handrail.asSystem()
    if (config.setupEmail !== undefined) return await setUpBy(system, config, config.setupEmail)
    if (!config.demo) return { kind: 'empty', link: (await system.invoke(operations.issueSetUpLink, {})).data.url }
    const { seedDemo } = await import('./demo.ts')
    const demo = await seedDemo(handrail)
    return { kind: 'demo', demo, link: await passwordLink(system, demo.owner) }
  } catch (error) {
    // Another process that started at the same time was first.
    if (error instanceof AppError && error.code === 'conflict') return { kind: 'known' }
    throw error
  }
}

async function setUpBy(system: Bound, config: Config, email: string): Promise<Start> {
  const workspace = await setUp(system, config)
  const link = config.setupPassword === undefined ? await passwordLink(system, email) : undefined
  return { kind: 'set up', workspace, link }
}

async function passwordLink(system: Bound, email: string): Promise<string> {
  return (await system.invoke(operations.issuePasswordLink, { email })).data.url
}
