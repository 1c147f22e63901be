import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

/** Vitest's global set-up: one real PostgreSQL for the whole run, in which each test makes its own database. */
export async function setup(project: TestProject) {
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}
