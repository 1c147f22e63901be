import { pathToFileURL } from 'node:url'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    internal: 'src/internal.ts',
    contract: 'src/contract/index.ts',
    'pages/en': 'src/pages/en.ts',
    'pages/de': 'src/pages/de.ts',
    'pages/assistant-guide': 'src/pages/assistant-guide.ts',
    'pages/assistant-jobs': 'src/pages/assistant-jobs.ts',
    'guide-templates/en': 'src/guides/templates/en.ts',
    'guide-templates/de': 'src/guides/templates/de.ts',
    // Threads and processes are started by the path of their file, which lies beside that of whoever starts them.
    'table-process': 'src/imports/table/process/table-process.ts',
    'rows-thread': 'src/imports/rows/rows-thread.ts',
    'mail-process': 'src/replies/parse/mail-process.ts',
    'image-process': 'src/images/process/image-process.ts',
  },
  format: 'esm',
  target: 'node22',
  sourcemap: true,
  clean: true,
  // Node reads the package.json of drizzle, 200 KB, anew for each of its files: bundled, a start is 0.4 s quicker and 300 MB
  // smaller. The S3 client has 25 MB of which one file is used.
  noExternal: ['drizzle-orm', '@aws-sdk/client-s3'],
  metafile: true,
  onSuccess: 'node ../../scripts/licences.mjs',
  esbuildPlugins: [
    {
      // Programs that bundle the package have no folder of migrations beside their bundle.
      name: 'migrations as values',
      setup(build) {
        build.onLoad({ filter: /storage[\\/]migrate[\\/](journal|statements)\.ts$/ }, async ({ path }) => {
          const values = Object.entries(await import(pathToFileURL(path).href))
          const contents = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`).join('\n')
          return { contents, loader: 'js' }
        })
      },
    },
  ],
  plugins: [
    {
      // The bundler writes the path of each file of a bundled package above it. The lines stay, so that source maps are right.
      name: 'no paths of bundled packages',
      renderChunk: (code) => ({ code: code.replace(/^\/\/ \S*node_modules\/.*$/gm, '') }),
    },
  ],
  esbuildOptions: (options) => {
    options.mainFields = ['module', 'main']
    // Stack traces need names and lines; the sources are in the repository.
    options.sourcesContent = false
    // V8 keeps the source of a module for as long as it is used, in two bytes a character where a single one needs them.
    options.charset = 'ascii'
  },
})
