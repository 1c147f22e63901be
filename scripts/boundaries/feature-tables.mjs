import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { root, sources } from '../workspace.mjs'

const STORAGE = 'packages/core/src/storage/'
const TABLES = `${STORAGE}tables/`
/** The tables that storage keeps for its own use. */
const OWN_TABLES = `${TABLES}service.ts`

/** Storage names the tables of features where it declares them alone. @returns a fault for each other place */
export function featureTableFaults() {
  const files = sources().filter((file) => file.startsWith(STORAGE) && !file.endsWith('.test.ts'))
  const names = new Set(files.filter(declaresFeatures).flatMap(tablesIn))
  return files.filter((file) => !file.startsWith(TABLES)).flatMap((file) => faultsOf(file, names))
}

function declaresFeatures(file) {
  return file.startsWith(TABLES) && file !== OWN_TABLES
}

function tablesIn(file) {
  return [...read(file).matchAll(/\btable\(\s*'(\w+)'/g)].map(([, name]) => name)
}

function faultsOf(file, names) {
  const found = new Set()
  const inSql = (text) => {
    for (const [, name] of text.matchAll(/\b(?:from|into|join|update|table|on)\s+"?(\w+)/gi)) found.add(name)
  }
  const inPattern = (key, pattern) => {
    if (key?.name !== 'tables' || pattern?.type !== 'ObjectPattern') return
    for (const property of pattern.properties) found.add(property.key?.name)
  }
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && inSql(value),
    TemplateElement: ({ value }) => inSql(value.raw),
    MemberExpression({ object, property }) {
      if (object.name === 'tables' || object.property?.name === 'tables') found.add(property.name ?? property.value)
    },
    Property: ({ key, value }) => inPattern(key, value),
    VariableDeclarator: ({ id, init }) => inPattern(init?.property ?? init, id),
  }).visit(parseSync(file, read(file)).program)
  return [...found]
    .filter((name) => names.has(name))
    .map(
      (name) =>
        `${file} names ${name}: storage knows no feature; let the caller give the query, or declare it in ${TABLES}`,
    )
}

function read(file) {
  return readFileSync(join(root, file), 'utf8')
}
