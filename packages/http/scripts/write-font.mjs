// Writes dist/handrail-files/inter-latin-wght-normal.woff2, the font of the pages, with its licence.
import { copyFileSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const inPackage = (name) => fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/${name}`))

mkdirSync('dist/handrail-files', { recursive: true })
copyFileSync(inPackage('files/inter-latin-wght-normal.woff2'), 'dist/handrail-files/inter-latin-wght-normal.woff2')
copyFileSync(
  fileURLToPath(
    new URL('../LICENSE', import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  ),
  'dist/handrail-files/inter.LICENSE.txt',
)
