import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { HOME } from '../../scripts/project.mjs'

/** The server replaces both by the addresses of its instance when it reads the files. */
const BASE = '/handrail.base'
const INSTANCE = 'https://handrail.invalid'

const page = (name) => {
  const [, text = name] = /^# (.+)$/m.exec(readFileSync(new URL(`../${name}.md`, import.meta.url), 'utf8')) ?? []
  return { text, link: `/${name}` }
}

/** Files of the repository that are no pages are shown where the repository is; without an address of it, they are named alone. */
function linksToTheRepository(md) {
  md.core.ruler.push('links_to_the_repository', ({ tokens }) => {
    for (const inline of tokens) {
      let isDropped = false
      inline.children = inline.children?.filter((token) => {
        if (token.type === 'link_close' && isDropped) {
          isDropped = false
          return false
        }
        const href = token.type === 'link_open' ? (token.attrGet('href') ?? '') : ''
        // From the root: the first page is served with and without a slash at the end of its address, as frameworks want it.
        if (/^[\w-]+\.md(#|$)/.test(href)) token.attrSet('href', `/${href}`)
        if (!href.startsWith('../')) return true
        isDropped = HOME === ''
        if (!isDropped) token.attrSet('href', `${HOME}/blob/main/${href.slice(3)}`)
        return !isDropped
      })
    }
  })
}

export default defineConfig({
  title: 'Handrail',
  description: 'The documentation of Handrail, self-hosted customer onboarding',
  base: `${BASE}/docs/guide/`,
  cleanUrls: true,
  // In a file and not in each page: the policy of the server allows few inline scripts.
  metaChunk: true,
  cacheDir: '../../node_modules/.cache/vitepress',
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark' }, config: linksToTheRepository },
  // The notices of what is bundled, for which its licences ask.
  vite: { build: { license: { fileName: 'LICENSES.md' } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    notFound: {
      title: 'Page not found',
      quote: 'There is no page of the documentation at this address.',
      linkText: 'All pages',
      linkLabel: 'All pages',
    },
    nav: [
      { text: 'API reference', link: `${INSTANCE}/docs`, target: '_self' },
      ...(HOME === '' ? [] : [{ text: 'Source', link: HOME }]),
    ],
    sidebar: [
      {
        text: 'Run it',
        items: [
          'start',
          'production',
          'kubernetes',
          'sizing',
          'configuration',
          'commands',
          'operations',
          'privacy',
          'leaving',
        ].map(page),
      },
      { text: 'Use it', items: ['team', 'contacts', 'mail', 'guides', 'assistants'].map(page) },
      { text: 'Build on it', items: ['api', 'webhooks', 'crm', 'oauth', 'embedding'].map(page) },
      { text: 'Look it up', items: ['troubleshooting', 'security', 'glossary'].map(page) },
    ],
  },
})
