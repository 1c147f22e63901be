import type { ComponentChildren } from 'preact'
import { CopyButton, Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { forUsers } from '../visit/handler.ts'
import { type Configurations, configurationsFor, type Snippet } from './configurations.ts'

const HOSTS = [
  ['claude-desktop', 'Claude Desktop'],
  ['claude-ai', 'claude.ai'],
  ['claude-code', 'Claude Code'],
  ['cursor', 'Cursor'],
  ['vs-code', 'VS Code'],
  ['other', 'Others'],
] as const

/**
 * Ready configurations to copy. Anybody who is signed in may connect an assistant, which can do no more than their role
 * allows.
 */
export const get = forUsers(async ({ handrail: { settings }, reply, session }) => {
  const made = configurationsFor(settings)
  return sendPage(
    reply,
    200,
    <Page title="Connect an AI assistant" settings={settings} session={session} current="/assistants" canCopy>
      <h1>Connect an AI assistant</h1>
      <p class="soft">
        It can then look things up and do what you allow: find contacts, enroll them in guides, follow their progress.
      </p>
      <section aria-labelledby="address">
        <h2 id="address">The address is all it needs</h2>
        <Copy label="MCP server" text={made.address} />
        <p class="small soft">
          The first time, your browser opens. You sign in, choose the workspace, and untick what the assistant should
          not do. It can never do more than your own role allows. <Link to="/connections">See what is connected</Link>
        </p>
        <ul class="chips" aria-label="Assistants">
          {HOSTS.map(([id, name]) => (
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
  return (
    <Host id="claude-desktop" name="Claude Desktop">
      {isReachable && (
        <p>
          Under <b>Settings, Connectors</b> add a custom connector with the address above. Or let it run on your
          computer:
        </p>
      )}
      <ol>
        <li>
          Under <b>Settings, Developer</b> choose <b>Edit Config</b>. The file is in{' '}
          <code>~/Library/Application Support/Claude</code> on macOS and in <code>%APPDATA%\Claude</code> on Windows.
        </li>
        <li>Add this, next to other servers if there are any:</li>
      </ol>
      <Copy {...claudeDesktop} />
      <p class="small soft">Quit Claude Desktop and start it again. {NODE}</p>
    </Host>
  )
}

function ClaudeAi({ address, isReachable }: Configurations) {
  return (
    <Host id="claude-ai" name="claude.ai">
      {isReachable ? (
        <>
          <p>
            Under <b>Settings, Connectors</b> choose <b>Add custom connector</b>, and paste the address:
          </p>
          <Copy label="URL of the connector" text={address} />
        </>
      ) : (
        <p>
          claude.ai reaches servers over the internet, by https. This instance is at <code>{address}</code>, which it
          cannot reach. Use Claude Desktop or Claude Code on this computer, or ask whoever runs the server for a public
          address.
        </p>
      )}
    </Host>
  )
}

function ClaudeCode({ claudeCode, claudeCodeFile }: Configurations) {
  return (
    <Host id="claude-code" name="Claude Code">
      <Copy {...claudeCode} />
      <p>
        Then type <code>/mcp</code> in Claude Code and choose to authenticate. To share it with everybody who works in a
        repository, keep it there instead:
      </p>
      <Copy {...claudeCodeFile} />
    </Host>
  )
}

function Cursor({ cursor, cursorLink }: Configurations) {
  return (
    <Host id="cursor" name="Cursor">
      <p>
        <a class="button" href={cursorLink}>
          Add to Cursor
        </a>
      </p>
      <p>
        Or add it yourself, for all projects, or in <code>.cursor/mcp.json</code> for one:
      </p>
      <Copy {...cursor} />
    </Host>
  )
}

function VsCode({ vsCode, vsCodeLink, vsCodeBridge }: Configurations) {
  return (
    <Host id="vs-code" name="VS Code">
      <p>
        <a class="button" href={vsCodeLink}>
          Add to VS Code
        </a>
      </p>
      <p>Or add it yourself:</p>
      <Copy {...vsCode} />
      <details>
        <summary>Or through a program on your computer</summary>
        <Copy {...vsCodeBridge} />
        <p class="small soft">{NODE}</p>
      </details>
    </Host>
  )
}

function Others({ http, bridge, key }: Configurations) {
  return (
    <Host id="other" name="Others">
      <p>Most assistants take one of these. The first is for those that speak HTTP:</p>
      <Copy {...http} />
      <p>The second is for those that can only start a program on your computer:</p>
      <Copy {...bridge} />
      <p class="small soft">{NODE}</p>
      <details>
        <summary>Without a browser</summary>
        <p>
          Where nobody can sign in, on a server for example, use an API key. It acts for the workspace and not for a
          person: give it no more scopes than it needs. Whoever runs this server makes one with{' '}
          <code>handrail create-key</code>.
        </p>
        <Copy {...key} />
      </details>
    </Host>
  )
}

const NODE = 'The program is started with npx, which comes with Node.js (22.19 or newer).'

function Host({ id, name, children }: { id: string; name: string; children: ComponentChildren }) {
  return (
    <section aria-labelledby={id} class="host">
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}

/** A text to copy: by its button, or where there are no scripts by a click, which selects it. */
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
