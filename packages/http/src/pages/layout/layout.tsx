import type { AppError } from '@handrail/core'
import type { ComponentChildren } from 'preact'
import type { Reading } from '../visit/handler.ts'
import type { Session } from '../visit/session.ts'
import { Document } from './document.tsx'
import { Languages } from './languages.tsx'
import { Form, Link } from './links.tsx'
import { useI18n } from './render-context.ts'

export interface PageProps {
  title: string
  /** The request that it answers. */
  visit: Reading
  /** The error of a form, which the title announces. */
  problem?: AppError | undefined
  /**
   * The session of the person who is signed in, for the navigation and the CSRF token of forms.
   */
  session?: Session | undefined
  /** The path of the page in the navigation. */
  current?: string
  /**
   * Shows the page as a card without navigation, even for people who are signed in.
   */
  isCard?: boolean
  /** For pages with a `CopyButton`. */
  canCopy?: boolean
  /** The path at which a page after a form can be shown again; undefined for content that is shown once. */
  again?: string
  /** Whether the page may repeat the requested address; true when not given. */
  canRepeat?: boolean
  children: ComponentChildren
}

/** A page in the reader's language. Without a session it is a single centred card. */
export function Page({
  title,
  visit: { handrail, request, i18n },
  problem,
  session,
  current,
  isCard = session === undefined,
  canCopy,
  again,
  canRepeat = true,
  children,
}: PageProps) {
  const { t, language } = i18n
  const here = request.method === 'POST' ? again : request.url
  return (
    <Document
      title={problem ? t('frame.error', { title }) : title}
      settings={handrail.settings}
      {...{ language, i18n, isCard, canCopy }}
      csrf={session?.csrf}
      skip={
        !isCard && (
          <a class="skip" href="#main">
            {t('frame.skip')}
          </a>
        )
      }
      navigation={session && !isCard && <Navigation session={session} current={current} />}
      foot={here !== undefined && canRepeat && <Languages here={here} />}
    >
      {children}
    </Document>
  )
}

const PLACES = [
  ['/', 'frame.home'],
  ['/assistants', 'frame.assistants'],
  ['/account', 'frame.account'],
] as const

function Navigation({ session, current }: { session: Session; current: string | undefined }) {
  const { t } = useI18n()
  return (
    <>
      <nav aria-label={t('frame.main')}>
        <ul>
          {PLACES.map(([path, name]) => (
            <li key={path}>
              <Link to={path} aria-current={path === current ? 'page' : undefined}>
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Form action="/sign-out" class="leave">
        <span class="who">{session.name}</span>
        <button class="quiet" type="submit">
          {t('frame.sign_out')}
        </button>
      </Form>
    </>
  )
}
