// What embedders import has a comment that documents it.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../workspace.mjs'

const INDEXES = ['packages/core/src/index.ts', 'packages/http/src/index.ts']
const EXPORTS = /^export (?:type )?\{([^}]*)\} from '([^']+)'/gm

/** The exports of public indexes whose declaration follows no doc comment. */
export function undocumentedExports() {
  return INDEXES.flatMap((index) =>
    [...readFileSync(join(root, index), 'utf8').matchAll(EXPORTS)].flatMap(([, names, path]) => {
      const file = join(dirname(index), path)
      const text = readFileSync(join(root, file), 'utf8')
      return names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '' && !isDocumented(text, name))
        .map((name) => `${file}: ${name} is exported by ${index} and needs a doc comment`)
    }),
  )
}

/** Comments of one line that begin with `//` give reasons, and may be between the two. */
function isDocumented(text, name) {
  const kinds = '(?:async function|function|const|class|interface|type|abstract class)'
  return new RegExp(`\\*/\\n(?://.*\\n)*export (?:declare )?${kinds} ${name}\\b`).test(text)
}
