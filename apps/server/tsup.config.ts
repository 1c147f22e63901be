import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/handrail.ts'],
  format: 'esm',
  target: 'node22',
  sourcemap: true,
  clean: true,
  esbuildOptions: (options) => {
    // Stack traces need names and lines; the sources are in the repository.
    options.sourcesContent = false
  },
})
