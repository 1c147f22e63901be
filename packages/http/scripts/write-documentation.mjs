// Writes dist/documentation, the site that VitePress makes of docs/, and the licences of what is bundled in it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'

const docs = fileURLToPath(new URL('../../../docs', import.meta.url))
const outDir = fileURLToPath(new URL('../dist/documentation', import.meta.url))

await build(docs, { outDir })
