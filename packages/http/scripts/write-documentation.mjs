// Writes dist/handrail-files/documentation, the site that VitePress makes of docs/.
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'

const outDir = fileURLToPath(new URL('../dist/handrail-files/documentation', import.meta.url))
// VitePress finds Vue from there.
process.chdir(fileURLToPath(new URL('../../..', import.meta.url)))
await build('docs', { outDir, logLevel: 'warn' })
