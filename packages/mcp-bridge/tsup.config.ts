import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/mcp-bridge.ts'],
  format: 'esm',
  // Low enough for an old Node to read the file and to be told by it that it is too old.
  target: 'node16',
  splitting: false,
  noExternal: [/^(?!@napi-rs)/],
  external: ['@napi-rs/keyring'],
  minifySyntax: true,
  minifyWhitespace: true,
  clean: true,
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
})
