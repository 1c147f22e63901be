import type { Settings } from '@handrail/core'
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { basePath } from '../visit/redirect.ts'
import { CSRF_FIELD, type Session } from '../visit/session.ts'
import { COPY_PATH, ICON_PATH, STYLE_PATH } from './assets.ts'

interface Surroundings {
  base: string
  csrf: string | undefined
}

const Surroundings = createContext<Surroundings>({ base: '', csrf: undefined })

export interface PageProps {
  title: string
  settings: Settings
  /** That of its text; English when not given. */
  language?: string
  /**
   * The session of the person who is signed in. It gives the page its navigation, and its forms the session's token.
   */
  session?: Session | undefined
  /** The path of the page in the navigation. */
  current?: string
  /**
   * For a question to be answered before anything else: a card without navigation, even for people who are signed in.
   */
  isCard?: boolean
  /** For pages with a `CopyButton`. */
  canCopy?: boolean
  children: ComponentChildren
}

/** A whole document. Without a session it is a single card in the middle. */
export function Page({
  title,
  settings,
  language = 'en',
  session,
  current,
  isCard = session === undefined,
  canCopy,
  children,
}: PageProps) {
  const base = basePath(settings)
  return (
    <Surroundings.Provider value={{ base, csrf: session?.csrf }}>
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
          {!isCard && (
            <a class="skip" href="#main">
              Skip to the content
            </a>
          )}
          <header class="top">
            <Link class="brand" to="/">
              <img src={`${base}${ICON_PATH}`} alt="" width="28" height="28" />
              Handrail
            </Link>
            {session && !isCard && <Navigation session={session} current={current} />}
          </header>
          <main id="main">{children}</main>
        </body>
      </html>
    </Surroundings.Provider>
  )
}

const PLACES = [
  ['/', 'Home'],
  ['/members', 'Members'],
  ['/assistants', 'Assistants'],
  ['/account', 'Account'],
] as const

function Navigation({ session, current }: { session: Session; current: string | undefined }) {
  return (
    <>
      <nav aria-label="Main">
        <ul>
          {PLACES.map(([path, name]) => (
            <li key={path}>
              <Link to={path} aria-current={path === current ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Form action="/sign-out" class="leave">
        <span class="who">{session.name}</span>
        <button class="quiet" type="submit">
          Sign out
        </button>
      </Form>
    </>
  )
}

/** Copies the text of the `code` elements in the nearest element with `data-copy`. */
export function CopyButton({ what }: { what: string }) {
  return (
    <button type="button" class="quiet copy" aria-live="polite" hidden>
      Copy <span class="unseen">{what}</span>
    </button>
  )
}

interface LinkProps {
  to: string
  class?: string
  'aria-current'?: 'page' | undefined
  children: ComponentChildren
}

/** A link to a page of ours. */
export function Link({ to, children, ...attributes }: LinkProps) {
  const { base } = useContext(Surroundings)
  return (
    <a href={`${base}${to}`} {...attributes}>
      {children}
    </a>
  )
}

interface FormProps {
  action: string
  class?: string
  children: ComponentChildren
}

/** A form that is sent to a page of ours, with the token of the session if there is one. */
export function Form({ action, children, ...attributes }: FormProps) {
  const { base, csrf } = useContext(Surroundings)
  return (
    <form method="post" action={`${base}${action}`} {...attributes}>
      {csrf !== undefined && <input type="hidden" name={CSRF_FIELD} value={csrf} />}
      {children}
    </form>
  )
}
