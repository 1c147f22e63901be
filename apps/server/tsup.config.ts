import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/handrail.ts'],
  format: 'esm',
  target: 'node22',
  sourcemap: true,
  clean: true,
  // Of 30 MB, 60 KB are used, and only where traces are sent.
  noExternal: [/^@opentelemetry\//],
  metafile: true,
  onSuccess: 'node ../../scripts/licences.mjs',
  esbuildOptions: (options) => {
    // Stack traces need names and lines; the sources are in the repository.
    options.sourcesContent = false
    // V8 keeps the source of a module for as long as it is used, in two bytes a character where a single one needs them.
    options.charset = 'ascii'
  },
})
