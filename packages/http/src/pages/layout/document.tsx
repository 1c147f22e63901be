import type { Settings } from '@handrail/core'
import type { ComponentChildren } from 'preact'
import type { I18n } from '../i18n/i18n.ts'
import { basePath } from '../visit/redirect.ts'
import { COPY_PATH, ICON_PATH, STYLE_PATH } from './assets.ts'
import { Link } from './links.tsx'
import { RenderContext } from './render-context.ts'

interface DocumentProps {
  title: string
  settings: Settings
  language: string
  i18n?: I18n
  csrf?: string | undefined
  /** A single card in the middle. */
  isCard: boolean
  canCopy?: boolean | undefined
  /** The slots before and beside the name, and in the footer. */
  skip?: ComponentChildren
  navigation?: ComponentChildren
  foot?: ComponentChildren
  children: ComponentChildren
}

/** A whole document, in any language. */
export function Document(props: DocumentProps) {
  const { title, settings, language, i18n, csrf, isCard, canCopy, skip, navigation, foot, children } = props
  const base = basePath(settings)
  return (
    <RenderContext.Provider value={{ base, csrf, ...(i18n && { i18n }) }}>
      <html lang={language}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{`${title} – Handrail`}</title>
          <link rel="icon" href={`${base}${ICON_PATH}`} />
          <link rel="stylesheet" href={`${base}${STYLE_PATH}`} />
          {canCopy && <script type="module" src={`${base}${COPY_PATH}`} />}
        </head>
        <body class={isCard ? 'narrow' : 'wide'}>
          {skip}
          <header class="top">
            <Link class="brand" to="/">
              <img src={`${base}${ICON_PATH}`} alt="" width="28" height="28" />
              Handrail
            </Link>
            {navigation}
          </header>
          <main id="main">{children}</main>
          {foot}
        </body>
      </html>
    </RenderContext.Provider>
  )
}
