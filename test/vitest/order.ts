import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Such files start whole programs and browsers. */
const LONG = /\/(?:apps|test)\/|browser/

/** Runs the longest files first: one that starts last would delay the end alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { true: long = [], false: short = [] } = Object.groupBy(await super.sort(files), isLong)
    return [...long, ...short]
  }
}

function isLong({ project, moduleId }: TestSpecification): 'true' | 'false' {
  return LONG.test(moduleId.slice(project.config.root.length)) ? 'true' : 'false'
}
