import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/handrail.ts'],
  format: 'esm',
  target: 'node22',
  sourcemap: true,
  clean: true,
})
