import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

interface StoredMail {
  uid: number
  raw: Buffer
}

export interface ImapServer {
  url: string
  /** The mails by folder. */
  folders: Map<string, StoredMail[]>
  /** Adds a mail to INBOX, and reports it to clients that wait. */
  add(raw: string): void
  /** The commands of all clients, without arguments of LOGIN. */
  commands: string[]
  /** `refuse`: closes connections. `password`: rejects the password. `move`: breaks the connection at a move. */
  behaviour: { refuse?: boolean; password?: boolean; move?: boolean }
  close(): Promise<void>
}

/**
 * A server with the part of IMAP (RFC 3501, with IDLE and MOVE) that a client needs to read a mailbox. It is not a mock:
 * clients talk to it over a connection.
 */
export async function startImapServer(port = 0): Promise<ImapServer> {
  const folders = new Map<string, StoredMail[]>([['INBOX', []]])
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()
  const server = createServer((socket) => serve(socket))
  let nextUid = 1
  const commands: string[] = []
  const behaviour: ImapServer['behaviour'] = {}

  function serve(socket: Socket): void {
    if (behaviour.refuse) return void socket.destroy()
    sockets.add(socket)
    let selected = 'INBOX'
    let idleTag = ''
    let buffered = ''
    let isBusy = false
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      waiting.delete(socket)
    })
    const say = (text: string) => socket.write(`${text}\r\n`)
    say('* OK [CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS] ready')

    socket.on('data', (data) => {
      buffered += data.toString('latin1')
      if (!isBusy) readLines()
    })

    function readLines(): void {
      isBusy = true
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        if (line.toUpperCase() === 'DONE') {
          waiting.delete(socket)
          say(`${idleTag} OK done`)
        } else run(line)
      }
      isBusy = false
    }

    function run(line: string): void {
      const [tag = '', ...rest] = line.split(' ')
      const isByUid = rest[0]?.toUpperCase() === 'UID'
      const name = (isByUid ? rest[1] : rest[0])?.toUpperCase() ?? ''
      const text = rest.slice(isByUid ? 2 : 1).join(' ')
      commands.push(name === 'LOGIN' || name === 'AUTHENTICATE' ? name : `${name} ${text}`.trim())
      const answer = ANSWERS[name]
      if (!answer) return void say(`${tag} BAD unknown command`)
      answer(tag, text)
    }

    const ANSWERS: Record<string, (tag: string, text: string) => void> = {
      CAPABILITY(tag) {
        say('* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS')
        say(`${tag} OK`)
      },
      NOOP: (tag) => say(`${tag} OK`),
      LOGIN: (tag) => say(behaviour.password ? `${tag} NO [AUTHENTICATIONFAILED] wrong password` : `${tag} OK`),
      LIST(tag, text) {
        // The question for the hierarchy delimiter.
        if (text === '"" ""') say('* LIST (\\Noselect) "/" ""')
        else for (const name of folders.keys()) say(`* LIST () "/" "${name}"`)
        say(`${tag} OK`)
      },
      SUBSCRIBE: (tag) => say(`${tag} OK`),
      LSUB: (tag) => say(`${tag} OK`),
      CREATE(tag, text) {
        folders.set(unquoted(text), [])
        say(`${tag} OK`)
      },
      SELECT(tag, text) {
        const mails = folders.get(unquoted(text))
        if (!mails) return void say(`${tag} NO no such folder`)
        selected = unquoted(text)
        for (const one of [`${mails.length} EXISTS`, '0 RECENT', 'FLAGS (\\Seen)']) say(`* ${one}`)
        say('* OK [UIDVALIDITY 1] ok')
        say(`* OK [UIDNEXT ${nextUid}] ok`)
        say(`${tag} OK [READ-WRITE]`)
      },
      SEARCH(tag, text) {
        const wanted = [...text.matchAll(/(?:HEADER "?([\w-]+)"?|\b(TO|CC)) "?([^\s")]+)"?/gi)].map(
          ([, header, field, value = '']) => ({ name: (header ?? field ?? '').toLowerCase(), value }),
        )
        const found = mailsOf().filter(({ raw }) =>
          wanted.some(({ name, value }) => headerOf(raw, name).toLowerCase().includes(value.toLowerCase())),
        )
        say(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`.trim())
        say(`${tag} OK`)
      },
      FETCH(tag, text) {
        const [set = '', ...items] = text.split(' ')
        for (const [at, mail] of mailsOf().entries()) {
          if (!contains(set, mail.uid)) continue
          const asked = items.join(' ')
          const isHead = /HEADER\.FIELDS/i.test(asked)
          const head = /BODY(?:\.PEEK)?(\[HEADER\.FIELDS \([^)]*\)\])/i.exec(asked)?.[1] ?? ''
          const content = isHead ? headOf(mail.raw) : mail.raw
          const section = isHead ? `BODY${head}` : 'BODY[]'
          const isAsked = /BODY/i.test(asked)
          socket.write(`* ${at + 1} FETCH (UID ${mail.uid} RFC822.SIZE ${mail.raw.length} FLAGS ()`)
          if (isAsked) {
            socket.write(` ${section} {${content.length}}\r\n`)
            socket.write(content)
          }
          say(')')
        }
        say(`${tag} OK`)
      },
      MOVE(tag, text) {
        if (behaviour.move) return void socket.destroy()
        const [set = '', ...target] = text.split(' ')
        const to = folders.get(unquoted(target.join(' ')))
        if (!to) return void say(`${tag} NO [TRYCREATE] no such folder`)
        for (const mail of mailsOf().filter(({ uid }) => contains(set, uid))) {
          say(`* ${mailsOf().indexOf(mail) + 1} EXPUNGE`)
          mailsOf().splice(mailsOf().indexOf(mail), 1)
          to.push(mail)
        }
        say(`${tag} OK`)
      },
      IDLE(tag) {
        idleTag = tag
        waiting.add(socket)
        say('+ idling')
      },
      LOGOUT(tag) {
        say('* BYE')
        say(`${tag} OK`)
        socket.end()
      },
    }
    const mailsOf = () => folders.get(selected) ?? []
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: chosen } = server.address() as AddressInfo
  return {
    url: `imap://robin:secret@127.0.0.1:${chosen}/INBOX`,
    folders,
    commands,
    behaviour,
    add(raw) {
      folders.get('INBOX')?.push({ uid: nextUid++, raw: Buffer.from(raw.replace(/\r?\n/g, '\r\n')) })
      for (const socket of waiting) socket.write(`* ${folders.get('INBOX')?.length} EXISTS\r\n`)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const unquoted = (text: string) => text.replace(/^"|"$/g, '')

/** Whether a set such as `1,3:5` contains a number. */
function contains(set: string, uid: number): boolean {
  return set.split(',').some((range) => {
    const [from = '', to = from] = range.split(':')
    return uid >= Number(from) && (to === '*' || uid <= Number(to))
  })
}

function headOf(raw: Buffer): Buffer {
  return raw.subarray(0, raw.indexOf('\r\n\r\n') + 4)
}

function headerOf(raw: Buffer, name: string): string {
  const lines = headOf(raw)
    .toString()
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  return lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).join('\n')
}
