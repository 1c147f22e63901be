import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Beside each text file its packed forms, once and at their best: the server only chooses. */
function packed(): Plugin {
  return {
    name: 'packed',
    writeBundle({ dir = 'dist' }) {
      const assets = join(dir, 'assets')
      for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const content = readFileSync(join(assets, name))
        const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content, brotli))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}

const LICENSES = 'LICENSES.md'

/** Style sheets and fonts are no modules: what is bundled of them is not in Vite's own list. */
function fontLicense(): Plugin {
  return {
    name: 'font-license',
    writeBundle({ dir = 'dist' }) {
      const font = new URL('../../node_modules/@fontsource-variable/inter/', import.meta.url)
      const { name, version, license } = JSON.parse(readFileSync(new URL('package.json', font), 'utf8'))
      const text = readFileSync(new URL('LICENSE', font), 'utf8').trim()
      appendFileSync(join(dir, LICENSES), `\n## ${name} - ${version} (${license})\n\n${text}\n`)
    },
  }
}

export default defineConfig({
  // The server knows below which path it is: files are named relative to each other.
  base: './',
  plugins: [react(), packed(), fontLicense()],
  build: {
    target: 'es2023',
    // An inlined file would be a `data:` address, which the policy allows for images alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the bundle is made of, with the texts that its licences ask to be handed on.
    license: { fileName: LICENSES },
    rolldownOptions: {
      output: {
        // Few files for a page: a request for each shared module costs more than the bytes that a page does not need.
        codeSplitting: {
          groups: [
            // The rules of all pages come first: those of parts override them.
            { name: 'style', test: /src[\\/]style[\\/]/, priority: 5 },
            { name: 'icons', test: /lucide-react/, priority: 4 },
            { name: 'vendor', test: /node_modules(?!.*virtual)/, minShareCount: 6, priority: 3 },
            {
              name: 'shared',
              test: /src[\\/](?:components|api|workspace|i18n)[\\/](?!list[\\/]list-table|qr-code)/,
              minShareCount: 2,
              priority: 2,
            },
            { name: 'features', test: /src[\\/]features[\\/](?!.*enrollment-table)/, minShareCount: 3, priority: 1 },
            // Pages with long lists need these alone, and what they import is in the groups above.
            {
              name: 'long-lists',
              test: /(?:list|enrollment)-table|@tanstack[\\/](?:react-)?virtual/,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
      },
    },
  },
})
