import { builtinModules } from 'node:module'
import { defineConfig, type Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Node's own modules, loaded when they are first used. An `import` of node:http also loads what `fetch` needs, which is
 * 12 MB; and an old Node would refuse the whole file for a name that it does not know, before it can be told so.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup(build) {
    const filter = new RegExp(`^(node:.*|${builtinModules.join('|')})$`)
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'builtin' }))
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}

export default defineConfig({
  entry: ['src/mcp-bridge.ts'],
  format: 'esm',
  // Low enough for an old Node to read the file, and to be told by it that it is too old.
  target: 'node16',
  splitting: false,
  removeNodeProtocol: false,
  // The other builds of some packages cannot be bundled.
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main']
  },
  noExternal: [/^(?!@napi-rs)/],
  external: ['@napi-rs/keyring'],
  esbuildPlugins: [lazyBuiltins],
  minifySyntax: true,
  minifyWhitespace: true,
  clean: true,
  // All modules are loaded lazily, so that nothing else shows that this is one itself.
  footer: { js: 'export {};' },
  metafile: true,
  onSuccess: 'node ../../scripts/licences.mjs',
})
