import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node22',
  sourcemap: true,
  clean: true,
  // With its dependencies it has 9 MB, of which a tenth is used.
  noExternal: ['@modelcontextprotocol/server'],
  metafile: true,
  onSuccess: 'node ../../scripts/licences.mjs',
  esbuildOptions: (options) => {
    // Stack traces need names and lines; the sources are in the repository.
    options.sourcesContent = false
    // V8 keeps the source of a module for as long as it is used, in two bytes a character where a single one needs them.
    options.charset = 'ascii'
  },
})
