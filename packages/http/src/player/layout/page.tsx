import { type ComponentChildren, Fragment } from 'preact'
import { isolated } from '../../i18n/translate.ts'
import { SCRIPT_PATH, stylePath } from '../assets.ts'
import { colourPath, logoPath } from '../brand/paths.ts'
import type { I18n } from '../i18n/i18n.ts'
import { contactPersonOf } from '../thread/contact-person.ts'
import type { Link, LinkVisit, Visit } from '../visit.ts'
import { Icon, Icons } from './icons.tsx'

/** Whose page it is. */
export interface Branded {
  workspace: Pick<Link['workspace'], 'name' | 'colour' | 'logo_url'>
}

interface DocumentProps {
  visit: { player: Pick<Visit['player'], 'base' | 'preview'> }
  i18n: I18n
  title: string
  link?: Branded | undefined
  /** The path of the guide, for the script. Without it there is none. */
  home?: string | undefined
  class?: string | undefined
  children: ComponentChildren
}

/** A whole document in the brand of a workspace, where it is known whose it is. */
export function Document({ visit: { player }, i18n, title, link, home, class: kind, children }: DocumentProps) {
  const { base, preview } = player
  const isScripted = home !== undefined && preview === undefined
  const colour = link?.workspace.colour
  return (
    <html lang={i18n.locale} dir={i18n.direction} class={preview && 'scripted'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={preview ?? 'light dark'} />
        <meta name="robots" content="noindex" />
        <title>
          {[title, link?.workspace.name]
            .filter((part) => part !== undefined)
            .map(isolated)
            .join(' · ')}
        </title>
        <link rel="icon" href={link ? (logoPath(link) ?? 'data:,') : 'data:,'} />
        <link rel="stylesheet" href={`${base}${stylePath(preview)}`} />
        {colour && <link rel="stylesheet" href={`${base}${colourPath(colour, preview)}`} />}
        {isScripted && <script type="module" src={`${base}${SCRIPT_PATH}`} />}
      </head>
      <body class={kind} {...(isScripted && scripted(home, i18n))}>
        <a class="skip" href="#main">
          {i18n.t('skip')}
        </a>
        {children}
        <Icons />
      </body>
    </html>
  )
}

/** The data and texts of the page for the script. */
function scripted(home: string, { t }: I18n) {
  return { 'data-home': home, 'data-waits': t('waits'), 'data-saving': t('saving') }
}

/** The workspace's logo, or the first letter of its name. */
export function Mark({ link }: { link: Branded }) {
  const logo = logoPath(link)
  if (logo) return <img class="mark" src={logo} alt="" width="28" height="28" />
  return (
    <span class="mark" aria-hidden="true">
      {[...link.workspace.name][0]?.toLocaleUpperCase()}
    </span>
  )
}

interface BarProps {
  visit: LinkVisit
  /** Whether it leads to the overview of the guide, and to those who can be asked. */
  leads?: boolean
}

/** The head of a page: whose it is. */
export function Bar({ visit: { link, home, i18n }, leads = true }: BarProps) {
  const brand = (
    <Fragment>
      <Mark link={link} /> <bdi>{link.workspace.name}</bdi>
    </Fragment>
  )
  return (
    <header class="pbar">
      {leads ? (
        <a class="pbrand" href={home}>
          {brand}
        </a>
      ) : (
        <span class="pbrand">{brand}</span>
      )}
      {leads && (
        <a class="plink" href={`${home}/ask`}>
          <Icon name="message" />{' '}
          {link.assignee ? i18n.t('ask', { whom: contactPersonOf(link) }) : i18n.t('ask_anybody')}
        </a>
      )}
    </header>
  )
}
