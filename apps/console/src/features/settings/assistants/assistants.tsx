import type { ReactNode } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { CopyButton } from '../../../components/copy.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { Sentence } from '../../../components/sentence.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { SettingsPage } from '../page.tsx'
import '../account/account.css'

interface HostProps {
  made: Data<'getAssistantConfigurations'>
}

/** Configurations to copy. Every member can connect an assistant, with at most the permissions of their role. */
export function AssistantsPage() {
  const { t } = useI18n()
  const configurations = useOperation('getAssistantConfigurations', {})
  return (
    <SettingsPage title={t('assistants.title')} lead={t('assistants.lead')}>
      <QueryView query={configurations}>
        {({ data: made }) => (
          <div className="stack">
            <Host name={t('assistants.address')}>
              <Copied label={t('assistants.server')} text={made.address} />
              <p className="soft">
                {t('assistants.first_time')}{' '}
                <Link className="link" to="/settings/account">
                  {t('assistants.see_connected')}
                </Link>
              </p>
            </Host>
            <ClaudeDesktop made={made} />
            <ClaudeAi made={made} />
            <ClaudeCode made={made} />
            <Cursor made={made} />
            <VsCode made={made} />
            <Others made={made} />
          </div>
        )}
      </QueryView>
    </SettingsPage>
  )
}

function ClaudeDesktop({ made }: HostProps) {
  const { t } = useI18n()
  return (
    <Host name="Claude Desktop">
      {made.is_reachable && (
        <p>
          <Sentence text={t('assistants.desktop_connector')} parts={{ place: <b>{t('assistants.connectors')}</b> }} />
        </p>
      )}
      <p>
        <Sentence
          text={t('assistants.desktop_config')}
          parts={{
            place: <b>{t('assistants.developer')}</b>,
            button: <b>{t('assistants.edit_config')}</b>,
            mac: <code>~/Library/Application Support/Claude</code>,
            windows: <code>%APPDATA%\Claude</code>,
          }}
        />
      </p>
      <p>{t('assistants.add_this')}</p>
      <Copied label="claude_desktop_config.json" text={made.claude_desktop} />
      <p className="soft">
        {t('assistants.quit')} {t('assistants.node')}
      </p>
    </Host>
  )
}

function ClaudeAi({ made: { is_reachable: isReachable, address } }: HostProps) {
  const { t } = useI18n()
  return (
    <Host name="claude.ai">
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
          <Copied label={t('assistants.connector_url')} text={address} />
        </>
      ) : (
        <p>
          <Sentence text={t('assistants.not_reachable')} parts={{ address: <code>{address}</code> }} />
        </p>
      )}
    </Host>
  )
}

function ClaudeCode({ made }: HostProps) {
  const { t } = useI18n()
  return (
    <Host name="Claude Code">
      <Copied label={t('assistants.in_terminal')} text={made.claude_code} />
      <p>
        <Sentence text={t('assistants.claude_code')} parts={{ command: <code>/mcp</code> }} />
      </p>
      <Copied label=".mcp.json" text={made.claude_code_file} />
    </Host>
  )
}

function Cursor({ made }: HostProps) {
  const { t } = useI18n()
  return (
    <Host name="Cursor">
      <div>
        <a className="btn main" href={made.cursor_link}>
          {t('assistants.add_to_cursor')}
        </a>
      </div>
      <p>
        <Sentence text={t('assistants.cursor')} parts={{ file: <code>.cursor/mcp.json</code> }} />
      </p>
      <Copied label="~/.cursor/mcp.json" text={made.cursor} />
    </Host>
  )
}

function VsCode({ made }: HostProps) {
  const { t } = useI18n()
  return (
    <Host name="VS Code">
      <div>
        <a className="btn main" href={made.vs_code_link}>
          {t('assistants.add_to_vs_code')}
        </a>
      </div>
      <p>{t('assistants.vs_code')}</p>
      <Copied label=".vscode/mcp.json" text={made.vs_code} />
      <details>
        <summary>{t('assistants.through_program')}</summary>
        <div className="stack">
          <Copied label=".vscode/mcp.json" text={made.vs_code_bridge} />
          <p className="soft">{t('assistants.node')}</p>
        </div>
      </details>
    </Host>
  )
}

function Others({ made }: HostProps) {
  const { t } = useI18n()
  return (
    <Host name={t('assistants.others')}>
      <p>{t('assistants.speak_http')}</p>
      <Copied label={t('assistants.for_http')} text={made.http} />
      <p>{t('assistants.start_program')}</p>
      <Copied label={t('assistants.for_program')} text={made.bridge} />
      <p className="soft">{t('assistants.node')}</p>
      <details>
        <summary>{t('assistants.no_browser')}</summary>
        <div className="stack">
          <p>
            <Sentence text={t('assistants.key')} parts={{ command: <code>handrail create-key</code> }} />
          </p>
          <Copied label={t('assistants.with_key')} text={made.key} />
        </div>
      </details>
    </Host>
  )
}

function Host({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="card" aria-label={name}>
      <header>
        <h2>{name}</h2>
      </header>
      <div className="pad all stack">{children}</div>
    </section>
  )
}

/** A text to copy with a button. */
function Copied({ label, text }: { label: string; text: string }) {
  return (
    <figure className="to-copy">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} />
      </figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
