import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { messageOf } from '../../demo/platform/mail/message.ts'
import { sendSmtp, type SmtpServer, smtpServerOf, Undeliverable } from '../../demo/platform/mail/smtp.ts'
import { type Sink, type SinkOptions, startSink } from '../support/smtp-sink.ts'

const folder = mkdtempSync(join(tmpdir(), 'placard-mail-'))
let tls: { key: string; cert: string }
beforeAll(() => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...name], { stdio: 'ignore' })
  tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sinks: Sink[] = []
const sinkWith = async (options: SinkOptions = {}) => {
  const sink = await startSink(options)
  sinks.push(sink)
  return sink
}
afterEach(async () => {
  for (const sink of sinks.splice(0)) await sink.close()
})

const mail = { id: 'mail-1', at: new Date('2026-11-21T10:00:00Z'), from: 'no-reply@placard.example', to: 'ana@hotel.example' }
const message = messageOf({ ...mail, subject: 'Set up', text: 'Hello Ana,\n\n.a line that begins with a dot\n' })
const envelope = { from: mail.from, to: mail.to, message }
const send = (server: SmtpServer, more: Partial<typeof envelope> = {}) => sendSmtp(server, { ...envelope, ...more })

describe('a mail', () => {
  test('arrives as it was written', async () => {
    const sink = await sinkWith()
    await send(smtpServerOf(sink.url))
    expect(sink.mails).toHaveLength(1)
    expect(sink.mails[0]).toMatchObject({ from: mail.from, to: mail.to, message, isSecure: false })
    expect(sink.mails[0]?.text).toBe('Hello Ana,\r\n\r\n.a line that begins with a dot\r\n')
  })

  test('has lines that begin with a dot as they were', async () => {
    const sink = await sinkWith()
    await send(smtpServerOf(sink.url), { message: 'Subject: dots\r\n\r\n.\r\n..two\r\nend' })
    expect(sink.mails[0]?.message).toBe('Subject: dots\r\n\r\n.\r\n..two\r\nend')
  })

  test('keeps no line of a header that somebody slips in', () => {
    const text = messageOf({ ...mail, subject: 'Hello\r\nBcc: other@x.example', text: 'x' })
    expect(text).not.toMatch(/^Bcc/m)
    expect(text).toContain('Subject: Hello Bcc: other@x.example\r\n')
  })

  test('carries every letter in its subject, and no line is too long', () => {
    const subject = 'Größe 設定 '.repeat(12).trim()
    const text = messageOf({ ...mail, subject, text: 'ß'.repeat(500) })
    expect(text).toMatch(/^\p{ASCII}+$/u)
    for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
    const words = [...text.matchAll(/=\?utf-8\?B\?([^?]+)\?=/g)].map(([, word]) => Buffer.from(word ?? '', 'base64').toString())
    expect(words.join('')).toBe(subject)
  })
})

describe('on the way to the server', () => {
  const login = { user: 'mailer', password: 'a: b@c' }
  const serverOf = (sink: Sink, more: Partial<SmtpServer> = {}) => ({ ...smtpServerOf(sink.url), ...login, ...more })

  test('everything after the greeting goes through TLS where there is TLS, the password first of all', async () => {
    const sink = await sinkWith({ tls, login })
    await send(serverOf(sink, { authority: tls.cert }))
    expect(sink.mails[0]).toMatchObject({ isSecure: true, message })
    expect(sink.commands.slice(0, 7).map((line) => line.split(' ')[0])).toEqual([
      'EHLO',
      'STARTTLS',
      'EHLO',
      'AUTH',
      'MAIL',
      'RCPT',
      'DATA',
    ])
  })

  test('a certificate of nobody known is not trusted', async () => {
    const sink = await sinkWith({ tls, login })
    await expect(send(serverOf(sink))).rejects.toThrow(/self.signed/i)
    expect(sink.commands.join()).not.toContain('AUTH')
  })

  test('a password is not told to another machine in the open', async () => {
    const sink = await sinkWith({ login })
    await expect(send(serverOf(sink, { host: '0.0.0.0' }))).rejects.toThrow('offers no TLS')
    expect(sink.commands.join()).not.toContain('AUTH')
    await send(serverOf(sink))
    expect(sink.mails).toHaveLength(1)
  })

  test('a mail goes to another machine in the open only where the operator says so', async () => {
    const sink = await sinkWith()
    const elsewhere = (search = '') => ({ ...smtpServerOf(sink.url + search), host: '0.0.0.0' })
    await expect(send(elsewhere())).rejects.toThrow('?tls=no')
    expect(sink.commands.map((line) => line.split(' ')[0])).toEqual(['EHLO'])
    await send(elsewhere('?tls=no'))
    expect(sink.mails).toHaveLength(1)
    const locked = await sinkWith({ login })
    await expect(send({ ...serverOf(locked), host: '0.0.0.0', isOpenAllowed: true })).rejects.toThrow('not told the password')
  })

  test('a wrong password, a server that is away and one that hangs up may be tried again', async () => {
    const sink = await sinkWith({ login })
    for (const server of [serverOf(sink, { password: 'x' }), serverOf(sink, { port: 1 })]) {
      const error: unknown = await send(server).then(
        () => undefined,
        (problem: unknown) => problem,
      )
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(Undeliverable)
    }
    const rude = await sinkWith({ answer: (line) => (line === 'DATA' ? '421 bye' : undefined) })
    await expect(send(smtpServerOf(rude.url))).rejects.toThrow('421')
    expect(rude.mails).toHaveLength(0)
  })

  test('an address that would be a command is none, and one in other letters needs a server that writes them', async () => {
    const sink = await sinkWith()
    for (const to of ['a@x.example>\r\nRCPT TO:<b@x.example', 'no address', 'größe@x.example'])
      await expect(send(smtpServerOf(sink.url), { to })).rejects.toThrow(Undeliverable)
    await send(smtpServerOf(sink.url), { to: 'ana@größe.example' })
    expect(sink.mails.map(({ to }) => to)).toEqual(['ana@xn--gre-6ka8i.example'])
  })
})
