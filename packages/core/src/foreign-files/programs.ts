import { existsSync } from 'node:fs'

/** What runs outside of this process or thread, beside the code: in the package, and in a bundle that has an entry for each. */
const PROGRAMS = ['table-process', 'rows-thread', 'mail-process', 'image-process']

/** Errors that say which of them were left behind, as by a bundler: each would show only when somebody uploads a file. */
export function missingPrograms(beside = import.meta.url): Error[] {
  if (beside.endsWith('.ts')) return []
  return PROGRAMS.filter((name) => !existsSync(new URL(`./${name}.js`, beside))).map(
    (name) =>
      new Error(
        `The file ${name}.js is missing beside the code, and reading files will fail. In a bundle, it is the entry "@handrail/core/${name}"`,
      ),
  )
}
