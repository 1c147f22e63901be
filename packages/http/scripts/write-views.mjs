// Writes dist/handrail-files/views, the views of tools: of each folder of packages/mcp-views with a view.tsx, one page that loads nothing.
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { viewStyle } from './view-style.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = fileURLToPath(new URL('../../mcp-views/src/', import.meta.url))
const css = viewStyle(fileURLToPath(new URL('../../../apps/console/src/style', import.meta.url)), `${sources}style`)

mkdirSync('dist/handrail-files/views', { recursive: true })
for (const view of readdirSync(sources).filter((name) => existsSync(`${sources}${name}/view.tsx`))) {
  const { output } = await build({
    // Packages are found from here, where they are also installed for those who build the service alone.
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { dedupe: ['preact'] },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rollupOptions: { input: `${sources}${view}/view.tsx`, output: { format: 'iife' } },
    },
  })
  const [{ code }] = output
  writeFileSync(`dist/handrail-files/views/${view}.html`, pageOf(code.trim()))
}

copyFileSync(
  fileURLToPath(new URL('../LICENSE', import.meta.resolve('preact'))),
  'dist/handrail-files/views/LICENSE.preact.txt',
)

/** A script may not contain the end of its element. */
function pageOf(script) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Handrail</title>
<style>${css}</style>
</head>
<body>
<main id="view"></main>
<script>${script.replaceAll('</script', '<\\/script')}</script>
</body>
</html>
`
}
