import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

export interface CaughtMail {
  readonly from: string
  readonly to: string
  readonly message: string
  /** The text, as a mail reader shows it. */
  readonly text: string
  readonly isSecure: boolean
}
export interface SinkOptions {
  /** Offers TLS with this certificate. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Clients must log in with this name and password. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Overrides the reply to a command; undefined for the usual reply. */
  readonly replyTo?: (command: string) => string | undefined
  /** Sent in plain text after the reply to STARTTLS, as an attacker between both would. */
  readonly slipIn?: string
}

const bodyOf = (message: string) => Buffer.from(message.slice(message.indexOf('\r\n\r\n')), 'base64').toString('utf8')

/** The state of one client connection. */
class Session {
  from = ''
  to = ''
  isSecure = false
  isKnown = false
  message: string[] | undefined
}

/** A mail server that records its mails, on its own port. */
export async function startSink(options: SinkOptions = {}) {
  const mails: CaughtMail[] = []
  const commands: string[] = []
  const { tls, login } = options

  function reply(session: Session, line: string): string {
    const [command = ''] = line.toUpperCase().split(' ')
    const offers = ['250-sink', ...(tls && !session.isSecure ? ['250-STARTTLS'] : []), ...(login ? ['250-AUTH PLAIN'] : []), '250 8BITMIME']
    if (command === 'EHLO') return offers.join('\r\n')
    if (command === 'AUTH') {
      session.isKnown = line.split(' ')[2] === Buffer.from(`\0${login?.user}\0${login?.password}`).toString('base64')
      return session.isKnown ? '235 welcome' : '535 who is that'
    }
    if (login && !session.isKnown && /^(MAIL|RCPT|DATA)$/.test(command)) return '530 say who you are'
    if (command === 'MAIL') session.from = /<(.*)>/.exec(line)?.[1] ?? ''
    if (command === 'RCPT') session.to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (command === 'DATA') session.message = []
    if (command === 'STARTTLS') return '502 not offered'
    return command === 'DATA' ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 good'
  }

  function keep(session: Session): string {
    const message = (session.message ?? []).map((line) => line.replace(/^\.\./, '.')).join('\r\n')
    mails.push({ from: session.from, to: session.to, message, text: bodyOf(message), isSecure: session.isSecure })
    session.message = undefined
    return '250 kept'
  }

  function listen(socket: Socket, session: Session) {
    let text = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const onData = (chunk: Buffer) => {
      text += chunk.toString('utf8')
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (session.message && line !== '.') session.message.push(line)
        else if (session.message) say(options.replyTo?.('.') ?? keep(session))
        else take(line)
      }
    }
    const take = (line: string) => {
      commands.push(line)
      const other = options.replyTo?.(line)
      if (other !== undefined) return say(other)
      if (line !== 'STARTTLS' || !tls) return say(reply(session, line))
      socket.write(`220 go on\r\n${options.slipIn ?? ''}`)
      socket.off('data', onData)
      const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) })
      session.isSecure = true
      listen(secure, session)
    }
    socket.on('data', onData).on('error', () => socket.destroy())
    return say
  }

  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    listen(socket, new Session())('220 sink')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is an object
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    commands,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Sink = Awaited<ReturnType<typeof startSink>>
