import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'

/**
 * Vitest's global set-up: one real PostgreSQL for the whole run, in which each test makes its own database.
 * `HANDRAIL_TEST_POSTGRES=none` leaves it out, for machines that cannot start one; tests that need it then fail.
 */
export async function setup(project: TestProject) {
  if (process.env.HANDRAIL_TEST_POSTGRES === 'none') return undefined
  const server = await startPostgres()
  project.provide('postgresUrl', server.url)
  return server.stop
}
