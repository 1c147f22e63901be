import { operations } from '@handrail/core'
import type { ComponentChildren } from 'preact'
import { CopyButton } from '../layout/components/copy-button.tsx'
import { Link } from '../layout/components/links.tsx'
import { Sentence } from '../layout/components/sentence.tsx'
import { Page } from '../layout/layout.tsx'
import { useI18n } from '../layout/render-context.ts'
import { sendPage } from '../layout/send.ts'
import { forUsers } from '../visit/handler.ts'
import { type Configurations, labelled, type Snippet } from './configurations.ts'

const HOSTS = [
  ['claude-desktop', 'Claude Desktop'],
  ['claude-ai', 'claude.ai'],
  ['claude-code', 'Claude Code'],
  ['cursor', 'Cursor'],
  ['vs-code', 'VS Code'],
] as const

/**
 * Shows configurations to copy. Everyone who is signed in can connect an assistant, with at most the permissions of their
 * role.
 */
export const get = forUsers(async (visit) => {
  const { reply, session, user, i18n } = visit
  const { t } = i18n
  const made = labelled((await user.invoke(operations.getAssistantConfigurations, {})).data, i18n)
  return sendPage(
    reply,
    200,
    <Page title={t('assistants.title')} visit={visit} session={session} current="/assistants" canCopy>
      <h1>{t('assistants.title')}</h1>
      <p class="soft">{t('assistants.lead')}</p>
      <section aria-labelledby="address">
        <h2 id="address">{t('assistants.address')}</h2>
        <Copy label={t('assistants.server')} text={made.address} />
        <p class="small soft">
          {t('assistants.first_time')} <Link to="/account/connections">{t('assistants.see_connected')}</Link>
        </p>
        <ul class="chips" aria-label={t('assistants.list')}>
          {[...HOSTS, ['other', t('assistants.others')] as const].map(([id, name]) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </section>
      <ClaudeDesktop {...made} />
      <ClaudeAi {...made} />
      <ClaudeCode {...made} />
      <Cursor {...made} />
      <VsCode {...made} />
      <Others {...made} />
    </Page>,
  )
})

function ClaudeDesktop({ claudeDesktop, isReachable }: Configurations) {
  const { t } = useI18n()
  return (
    <Host id="claude-desktop" name="Claude Desktop">
      {isReachable && (
        <p>
          <Sentence text={t('assistants.desktop_connector')} parts={{ place: <b>{t('assistants.connectors')}</b> }} />
        </p>
      )}
      <ol>
        <li>
          <Sentence
            text={t('assistants.desktop_config')}
            parts={{
              place: <b>{t('assistants.developer')}</b>,
              button: <b>{t('assistants.edit_config')}</b>,
              mac: <code>~/Library/Application Support/Claude</code>,
              windows: <code>%APPDATA%\Claude</code>,
            }}
          />
        </li>
        <li>{t('assistants.add_this')}</li>
      </ol>
      <Copy {...claudeDesktop} />
      <p class="small soft">
        {t('assistants.quit')} {t('assistants.node')}
      </p>
    </Host>
  )
}

function ClaudeAi({ address, isReachable }: Configurations) {
  const { t } = useI18n()
  return (
    <Host id="claude-ai" name="claude.ai">
      {isReachable ? (
        <>
          <p>
            <Sentence
              text={t('assistants.claude_ai')}
              parts={{
                place: <b>{t('assistants.connectors')}</b>,
                button: <b>{t('assistants.add_connector')}</b>,
              }}
            />
          </p>
          <Copy label={t('assistants.connector_url')} text={address} />
        </>
      ) : (
        <p>
          <Sentence text={t('assistants.not_reachable')} parts={{ address: <code>{address}</code> }} />
        </p>
      )}
    </Host>
  )
}

function ClaudeCode({ claudeCode, claudeCodeFile }: Configurations) {
  const { t } = useI18n()
  return (
    <Host id="claude-code" name="Claude Code">
      <Copy {...claudeCode} />
      <p>
        <Sentence text={t('assistants.claude_code')} parts={{ command: <code>/mcp</code> }} />
      </p>
      <Copy {...claudeCodeFile} />
    </Host>
  )
}

function Cursor({ cursor, cursorLink }: Configurations) {
  const { t } = useI18n()
  return (
    <Host id="cursor" name="Cursor">
      <p>
        <a class="button" href={cursorLink}>
          {t('assistants.add_to_cursor')}
        </a>
      </p>
      <p>
        <Sentence text={t('assistants.cursor')} parts={{ file: <code>.cursor/mcp.json</code> }} />
      </p>
      <Copy {...cursor} />
    </Host>
  )
}

function VsCode({ vsCode, vsCodeLink, vsCodeBridge }: Configurations) {
  const { t } = useI18n()
  return (
    <Host id="vs-code" name="VS Code">
      <p>
        <a class="button" href={vsCodeLink}>
          {t('assistants.add_to_vs_code')}
        </a>
      </p>
      <p>{t('assistants.vs_code')}</p>
      <Copy {...vsCode} />
      <details>
        <summary>{t('assistants.through_program')}</summary>
        <Copy {...vsCodeBridge} />
        <p class="small soft">{t('assistants.node')}</p>
      </details>
    </Host>
  )
}

function Others({ http, bridge, key }: Configurations) {
  const { t } = useI18n()
  return (
    <Host id="other" name={t('assistants.others')}>
      <p>{t('assistants.speak_http')}</p>
      <Copy {...http} />
      <p>{t('assistants.start_program')}</p>
      <Copy {...bridge} />
      <p class="small soft">{t('assistants.node')}</p>
      <details>
        <summary>{t('assistants.no_browser')}</summary>
        <p>
          <Sentence text={t('assistants.key')} parts={{ command: <code>handrail create-key</code> }} />
        </p>
        <Copy {...key} />
      </details>
    </Host>
  )
}

function Host({ id, name, children }: { id: string; name: string; children: ComponentChildren }) {
  return (
    <section aria-labelledby={id} class="host">
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}

/** A text to copy with a button; without scripts, a click selects it. */
function Copy({ label, text }: Snippet) {
  return (
    <figure data-copy>
      <figcaption>
        <span>{label}</span> <CopyButton what={label} />
      </figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
