import { AppError, type Handrail } from '@handrail/core'
import type { Config } from './config.ts'
import type { Demo } from './demo/seed.ts'
import { allWorkspaces, setUp, type Workspace } from './workspaces.ts'

/** What a start found or made. */
export type Start =
  | { kind: 'known' }
  | { kind: 'empty' }
  | { kind: 'set up'; workspace: Workspace }
  | { kind: 'demo'; demo: Demo }

/** Fills an empty instance as the settings say: with a first workspace, else with the sample workspace, else not at all. */
export async function firstStart(handrail: Handrail, config: Config): Promise<Start> {
  if ((await allWorkspaces(handrail)).length > 0) return { kind: 'known' }
  try {
    const system = await handrail.asSystem()
    if (config.setupEmail !== undefined) return { kind: 'set up', workspace: await setUp(system, config) }
    if (!config.demo) return { kind: 'empty' }
    const { seedDemo } = await import('./demo/seed.ts')
    return { kind: 'demo', demo: await seedDemo(handrail) }
  } catch (error) {
    // Another process that started together with this one was first.
    if (error instanceof AppError && error.code === 'conflict') return { kind: 'known' }
    throw error
  }
}
