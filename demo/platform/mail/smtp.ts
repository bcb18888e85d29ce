import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { createTransport } from 'nodemailer'

/** A mail server, parsed from an address such as `smtps://name:password@host:465`. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
  readonly user: string
  readonly password: string
  /** Mails may be sent without TLS; set by `?tls=no` in the address. */
  readonly isOpenAllowed?: boolean
  /** The certificate of a private authority, used in place of the public ones. */
  readonly authority?: string
}

/** A file that goes with a mail, in base64. */
export interface Attachment {
  readonly file_name: string
  readonly content_type: string
  readonly content: string
}

export interface Mail {
  /** Makes the Message-ID: the same for each attempt, so that a server can drop a repeated mail. */
  readonly id: string
  readonly at: Date
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachment?: Attachment | undefined
}

/** The server will never take this mail; another attempt is pointless. */
export class Undeliverable extends Error {}

const timeoutMs = 20_000
/** Longest reply that is read from a server. */
const maxResponseSize = 64 * 1024
/** Time limit for a whole mail. `timeoutMs` is not enough: a server that sends one byte now and then never reaches it. */
const maxMs = 300_000
const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/** Parses the address of a mail server. */
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

/**
 * The address in ASCII, which every server reads: the domain as punycode. A name in other scripts is refused before anything is sent:
 * it needs SMTPUTF8, and nodemailer sends such a name also to a server that does not offer it.
 */
function asciiAddress(address: string, role: 'recipient' | 'sender'): string {
  const atIndex = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(atIndex + 1))
  if (atIndex < 1 || !domain || /[\s<>\p{Cc}]/u.test(address)) throw new Undeliverable(`The ${role} is not a valid mail address`)
  const name = address.slice(0, atIndex)
  if (/\P{ASCII}/u.test(name)) throw new Undeliverable(`The address of the ${role} must have ASCII letters only before its @`)
  return `${name}@${domain}`
}

/** Whether TLS is required: always for a password, and for mails unless the operator allows otherwise. Never for a server on this machine. */
const needsTls = ({ host, user, isOpenAllowed = false }: SmtpServer) => !isLoopback(host) && (user !== '' || !isOpenAllowed)

const transportTo = (server: SmtpServer) => {
  const { host, port, isSecure, user, password, authority } = server
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && needsTls(server),
    tls: { ...(!isIP(host) && { servername: host }), ...(authority && { ca: [authority] }) },
    // A server that does not announce AUTH gets the password too: without it the mail would be sent unauthenticated.
    ...(user && { auth: { user, pass: password }, forceAuth: true }),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxResponseSize,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Plain text without HTML, so that nothing in it can run. */
function messageOf({ id, at: atIndex, from, to, subject, text, attachment }: Mail) {
  const sender = asciiAddress(from, 'sender')
  const recipient = asciiAddress(to, 'recipient')
  return {
    envelope: { from: sender, to: recipient },
    messageId: `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
    date: atIndex,
    from: { name: 'Placard', address: from },
    to: { name: '', address: to },
    subject: oneLine(subject),
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
    text: text.toWellFormed().replace(/\r?\n/g, '\r\n'),
    // Base64 for the text and the subject: every server carries it, and no line of it can end a part.
    encoding: 'base64' as const,
    textEncoding: 'base64' as const,
    baseBoundary: id,
    attachments: attachment && [
      {
        filename: oneLine(attachment.file_name),
        contentType: attachment.content_type,
        content: attachment.content,
        encoding: 'base64',
      },
    ],
  }
}

const noTls =
  'The mail server offers no TLS, and mails hold links that open accounts: set SMTP_URL to smtps://…, or append ?tls=no on a trusted network'
const noTlsForPassword = 'The mail server offers no TLS, so the password is not sent'

interface SmtpFailure extends Error {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Classifies a failure. A rejected recipient or mail is final; a failed connection, password or sender can be retried. */
function failureOf(failure: SmtpFailure, { user }: SmtpServer): Error {
  const { code, command, response = '', responseCode } = failure
  if (!responseCode) return failure
  if (code === 'ETLS' || command === 'STARTTLS') return new Error(user ? noTlsForPassword : noTls)
  const reply = response.replace(/^\d{3}[ -]?/gm, '').replace(/\s+/g, ' ')
  const message = `The mail server answered ${responseCode} to ${command}: ${reply.slice(0, 200)}`
  const isFinal = responseCode >= 500 && (command === 'RCPT TO' || code === 'EMESSAGE')
  return isFinal ? new Undeliverable(message) : new Error(message)
}

/** Sends one mail. Throws `Undeliverable` if the server will never accept it; other errors can be retried. */
export async function sendMail(server: SmtpServer, mail: Mail, signal = AbortSignal.timeout(maxMs)): Promise<void> {
  const message = messageOf(mail)
  await transportTo(server)
    .sendMail({ ...message, signal })
    .catch((failure: SmtpFailure) => {
      throw failureOf(failure, server)
    })
}
