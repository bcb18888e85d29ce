import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { domainToASCII } from 'node:url'
import { connect as connectTls } from 'node:tls'
import { SmtpDialogue } from './smtp-dialogue.ts'

/** A mail server, as its address says: smtp:// or smtps://, with a name and a password where it wants them. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  readonly user: string
  readonly password: string
  /** Mails may travel in the open, because the operator said so. */
  readonly isOpenAllowed?: boolean
  /** The certificate of an authority of one's own, beside those that everybody trusts. */
  readonly authority?: string
}
export interface Envelope {
  readonly from: string
  readonly to: string
  readonly message: string
}

/** The server will never take this mail; trying again is in vain. */
export class Undeliverable extends Error {}

const patienceMs = 20_000
const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/** Reads the address of a mail server. */
export function smtpServerOf(address: string): SmtpServer {
  const url = new URL(address)
  const isSecure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...(url.searchParams.get('tls') === 'no' && { isOpenAllowed: true }),
  }
}

/** The address with its domain in letters that every server reads. */
function plainAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  if (at < 1 || !domain || /[\s<>\p{Cc}]/u.test(address)) throw new Undeliverable('The address is none')
  return `${address.slice(0, at)}@${domain}`
}

const ready = (socket: Socket, event: 'connect' | 'secureConnect') =>
  new Promise<Socket>((resolve, reject) => {
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('The mail server does not answer')))
    socket.once(event, () => resolve(socket))
    socket.once('error', reject)
  })

const trusted = ({ host, authority }: SmtpServer) => ({ ...(!isIP(host) && { servername: host }), ...(authority && { ca: [authority] }) })

function open(server: SmtpServer) {
  const { host, port, isSecure } = server
  return isSecure ? ready(connectTls({ host, port, ...trusted(server) }), 'secureConnect') : ready(connectPlain({ host, port }), 'connect')
}

const greet = async (dialogue: SmtpDialogue) => (await dialogue.ask(`EHLO ${hostname().replace(/[^\w.-]/g, '') || 'localhost'}`, 250)).lines
const offers = (lines: readonly string[], word: string) => lines.some((line) => line.toUpperCase().split(' ')[0] === word)

const openRefused =
  'The mail server offers no TLS, and mails hold links that open accounts: set SMTP_URL to smtps://…, or end it with ?tls=no where nobody else is on the way'

/** Goes over to TLS where the server can; a password never travels in the open, a mail only where the operator wants it. */
async function secured(dialogue: SmtpDialogue, server: SmtpServer, offered: readonly string[]) {
  if (server.isSecure) return { dialogue, offered }
  if (!offers(offered, 'STARTTLS')) {
    if (server.user && !isLoopback(server.host)) throw new Error('The mail server offers no TLS, so it is not told the password')
    if (!server.isOpenAllowed && !isLoopback(server.host)) throw new Error(openRefused)
    return { dialogue, offered }
  }
  await dialogue.ask('STARTTLS', 220)
  const socket = await ready(connectTls({ socket: dialogue.release(), host: server.host, ...trusted(server) }), 'secureConnect')
  const safe = new SmtpDialogue(socket)
  return { dialogue: safe, offered: await greet(safe) }
}

const stuffed = (message: string) => message.replace(/^\./gm, '..')

async function handOver(dialogue: SmtpDialogue, { from, to, message }: Envelope, offered: readonly string[]) {
  const [sender, recipient] = [plainAddress(from), plainAddress(to)]
  const isInternational = /[^\p{ASCII}]/u.test(sender + recipient)
  if (isInternational && !offers(offered, 'SMTPUTF8')) throw new Undeliverable('The mail server cannot write this address')
  await dialogue.ask(`MAIL FROM:<${sender}>${isInternational ? ' SMTPUTF8' : ''}`, 250)
  await dialogue.ask(`RCPT TO:<${recipient}>`, 250, 251)
  await dialogue.ask('DATA', 354)
  await dialogue.ask(`${stuffed(message)}\r\n.`, 250)
}

/** Hands one mail to the server; a refusal for good is Undeliverable, anything else may be tried again. */
export async function sendSmtp(server: SmtpServer, envelope: Envelope): Promise<void> {
  const socket = await open(server)
  let dialogue = new SmtpDialogue(socket)
  try {
    await dialogue.expect(220)
    const safe = await secured(dialogue, server, await greet(dialogue))
    dialogue = safe.dialogue
    const { user, password } = server
    if (user) await dialogue.ask(`AUTH PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`, 235)
    await handOver(dialogue, envelope, safe.offered)
    dialogue.end('QUIT')
  } catch (error) {
    dialogue.break()
    throw error
  }
}
