import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  clean: true,
  // Whoever bundles it for a browser minifies it.
  minifySyntax: true,
})
