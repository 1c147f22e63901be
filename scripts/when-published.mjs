// Fills in the sections of the documentation that are true once the packages are in a registry: `node scripts/when-published.mjs`,
// after HOME in scripts/project.mjs has been set. While it is empty, the sections are.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HOME } from './project.mjs'
import { root } from './workspace.mjs'

const MARKED = /<!-- when published -->[\s\S]*?<!-- \/when published -->/g

const shell = (...lines) => `\`\`\`sh\n${lines.join('\n')}\n\`\`\``

/** What each page says when the packages are published. */
const SECTIONS = {
  'README.md': (home) =>
    `The source is at <${home}>. The packages are in the npm registry:\n\n${shell('npx handrail --demo')}`,
  'docs/start.md': (home) =>
    `The source is at <${home}>. The packages are in the npm registry, so that this is all that is needed:\n\n${shell('npx handrail --demo')}`,
  'docs/embedding.md': () => `From the npm registry:\n\n${shell('npm install @handrail/core @handrail/http')}`,
  'packages/client/README.md': () => shell('npm install @handrail/client'),
  'packages/core/README.md': () => shell('npm install @handrail/core'),
  'packages/http/README.md': () => shell('npm install @handrail/core @handrail/http'),
  'apps/console/README.md': () => shell('npm install @handrail/core @handrail/http @handrail/console'),
  'apps/server/README.md': () => shell('npx handrail'),
  'packages/mcp-bridge/README.md': () =>
    shell('npx @handrail/mcp-bridge install https://onboarding.example.com/mcp --client claude-desktop'),
}

/** The pages with such a section. */
export const PUBLISHED_PAGES = Object.keys(SECTIONS)

/** A page with its section filled in, or empty without an address of the project. */
export function whenPublished(page, text, home = HOME) {
  const section = home === '' ? '' : `\n\n## When published\n\n${SECTIONS[page](home)}\n\n`
  return text.replaceAll(MARKED, `<!-- when published -->${section}<!-- /when published -->`)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  for (const page of PUBLISHED_PAGES) {
    const path = join(root, page)
    writeFileSync(path, whenPublished(page, readFileSync(path, 'utf8')))
  }
