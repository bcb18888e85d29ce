import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Mail, sendMail, type SmtpServer, smtpServerOf, Undeliverable } from '../../demo/platform/mail/smtp.ts'
import { partsOf } from '../support/mail/mime.ts'
import { type Sink, type SinkOptions, startSink } from '../support/mail/smtp-sink.ts'

const folder = mkdtempSync(join(tmpdir(), 'placard-mail-'))
let tls: { key: string; cert: string }
beforeAll(() => {
  const key = join(folder, 'key.pem')
  const cert = join(folder, 'cert.pem')
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
const endings: (() => void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) end()
  for (const sink of sinks.splice(0)) await sink.close()
})

/** A server whose greeting never ends; each part follows some time after the one before was sent. */
async function endless(part: string, everyMs = 0) {
  let written = 0
  const server = createServer((socket) => {
    const more = () => {
      if (socket.destroyed) return
      written += part.length
      socket.write(part, () => setTimeout(more, everyMs))
    }
    socket.on('error', () => socket.destroy())
    more()
  })
  endings.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is no pipe
  return { url: `smtp://127.0.0.1:${port}`, written: () => written }
}

const mail: Mail = {
  id: 'mail-1',
  at: new Date('2026-11-21T10:00:00Z'),
  from: 'no-reply@placard.example',
  to: 'ana@hotel.example',
  subject: 'Set up',
  text: 'Hello Ana,\n\n.a line that begins with a dot\n',
}
const send = (server: SmtpServer, more: Partial<Mail> = {}) => sendMail(server, { ...mail, ...more })
/** The mail as the server received it. */
async function sent(more: Partial<Mail> = {}) {
  const sink = await sinkWith()
  await send(smtpServerOf(sink.url), more)
  return sink.mails[0] ?? expect.fail('no mail arrived')
}

describe('a mail', () => {
  test('arrives as it was written', async () => {
    const arrived = await sent()
    expect(arrived).toMatchObject({ from: mail.from, to: mail.to, isSecure: false })
    expect(arrived.text).toBe('Hello Ana,\r\n\r\n.a line that begins with a dot\r\n')
    for (const header of ['From: Placard <no-reply@placard.example>', 'To: ana@hotel.example', 'Date: Sat, 21 Nov 2026 10:00:00 +0000'])
      expect(arrived.message).toContain(`${header}\r\n`)
    expect(arrived.message).toContain('Auto-Submitted: auto-generated\r\n')
    expect(arrived.message).not.toMatch(/^X-Mailer|text\/html/im)
  })

  test('a second attempt sends the same bytes under the same Message-ID', async () => {
    const attachment = { file_name: 'a.csv', content_type: 'text/csv', content: 'QQ==' }
    const first = await sent({ attachment })
    const second = await sent({ attachment })
    expect(first.message).toBe(second.message)
    expect(first.message).toContain('Message-ID: <mail-1@placard.example>\r\n')
  })

  test('cannot contain an injected header line', async () => {
    const attachment = { file_name: 'a.csv\r\nBcc: other@x.example', content_type: 'text/csv', content: 'QQ==' }
    const { message } = await sent({ subject: 'Hello\r\nBcc: other@x.example', attachment })
    expect(message).not.toMatch(/^Bcc/m)
    expect(message).toContain('Subject: Hello Bcc: other@x.example\r\n')
  })

  test('accepts any letter in its subject and wraps long lines', async () => {
    const subject = 'Größe 設定 '.repeat(12).trim()
    const { message, text } = await sent({ subject, text: 'ß'.repeat(500) })
    expect(message).toMatch(/^\p{ASCII}+$/u)
    for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
    const words = [...message.matchAll(/=\?utf-8\?B\?([^?]+)\?=/gi)].map(([, word]) => Buffer.from(word ?? '', 'base64').toString())
    expect(words.join('')).toBe(subject)
    expect(text).toBe('ß'.repeat(500))
  })

  test.each(['日'.repeat(120), 'Größe: "Q4"', "it's (50%)*; new", `cut \ud83d`])('has its attachment under its name: %s', async (name) => {
    const content = Buffer.from([0, 1, 2, 255]).toString('base64')
    const { message } = await sent({ attachment: { file_name: `${name}.csv`, content_type: 'text/csv', content } })
    for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78)
    const [text, file] = partsOf(message)
    expect(text?.content.toString()).toContain('Hello Ana')
    expect(file).toEqual({ type: 'text/csv', fileName: `${name.toWellFormed()}.csv`, content: Buffer.from([0, 1, 2, 255]) })
  })

  test('a body that looks like a path or an address is sent as text', async () => {
    const { text } = await sent({ text: 'file:///etc/passwd', subject: 'https://hotel.example/' })
    expect(text).toBe('file:///etc/passwd')
  })
})

describe('the connection to the mail server', () => {
  const login = { user: 'mailer', password: 'a: b@c' }
  const serverOf = (sink: Sink, more: Partial<SmtpServer> = {}) => ({ ...smtpServerOf(sink.url), ...login, ...more })

  test('uses TLS after the greeting if there is TLS, before the password is sent', async () => {
    const sink = await sinkWith({ tls, login })
    await send(serverOf(sink, { authority: tls.cert }))
    expect(sink.mails[0]).toMatchObject({ isSecure: true })
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

  test('refuses an untrusted certificate', async () => {
    const sink = await sinkWith({ tls, login })
    await expect(send(serverOf(sink))).rejects.toThrow(/self.signed/i)
    expect(sink.commands.join()).not.toContain('AUTH')
  })

  test('sends no password to another machine without TLS', async () => {
    const sink = await sinkWith({ login })
    await expect(send(serverOf(sink, { host: '0.0.0.0' }))).rejects.toThrow('offers no TLS')
    expect(sink.commands.join()).not.toContain('AUTH')
    await send(serverOf(sink))
    expect(sink.mails).toHaveLength(1)
  })

  test('sends mail to another machine without TLS only when the operator allows it', async () => {
    const sink = await sinkWith()
    const elsewhere = (search = '') => ({ ...smtpServerOf(sink.url + search), host: '0.0.0.0' })
    await expect(send(elsewhere())).rejects.toThrow('?tls=no')
    expect(sink.commands.map((line) => line.split(' ')[0])).toEqual(['EHLO', 'STARTTLS'])
    await send(elsewhere('?tls=no'))
    expect(sink.mails).toHaveLength(1)
    const locked = await sinkWith({ login })
    await expect(send({ ...serverOf(locked), host: '0.0.0.0', isOpenAllowed: true })).rejects.toThrow('the password is not sent')
  })

  test('can be retried after a wrong password, an unreachable server, or a lost connection', async () => {
    const sink = await sinkWith({ login })
    for (const server of [serverOf(sink, { password: 'x' }), serverOf(sink, { port: 1 })]) {
      const error: unknown = await send(server).then(
        () => undefined,
        (problem: unknown) => problem,
      )
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(Undeliverable)
    }
    const rude = await sinkWith({ replyTo: (line) => (line === 'DATA' ? '421 bye' : undefined) })
    await expect(send(smtpServerOf(rude.url))).rejects.toThrow('421')
    expect(rude.mails).toHaveLength(0)
  })

  test('refuses an address that contains a command', async () => {
    const sink = await sinkWith()
    for (const to of ['a@x.example>\r\nRCPT TO:<b@x.example', 'no address'])
      await expect(send(smtpServerOf(sink.url), { to })).rejects.toThrow(Undeliverable)
    expect(sink.commands).toEqual([])
  })

  test('sends an international domain as punycode, and refuses an international local part', async () => {
    const sink = await sinkWith()
    for (const [more, whose] of [
      [{ to: 'größe@x.example' }, 'recipient'],
      [{ from: 'größe@x.example' }, 'sender'],
    ] as const) {
      const error: unknown = await send(smtpServerOf(sink.url), more).catch((problem: unknown) => problem)
      expect(error).toBeInstanceOf(Undeliverable)
      expect(String(error)).toContain(`The address of the ${whose} must have ASCII letters only before its @`)
    }
    expect(sink.commands).toEqual([])
    await send(smtpServerOf(sink.url), { to: 'ana@größe.example', from: 'no-reply@größe.example' })
    expect(sink.mails).toMatchObject([{ to: 'ana@xn--gre-6ka8i.example', from: 'no-reply@xn--gre-6ka8i.example' }])
    expect(sink.commands.join()).toMatch(/^\p{ASCII}+$/u)
  })

  test('ignores replies injected before TLS', async () => {
    for (const slipIn of ['250-other\r\n250 AUTH LOGIN\r\n334 VXNlcm5hbWU6\r\n', '250 AUTH LOGIN and no end of this line']) {
      const sink = await sinkWith({ tls, login, slipIn })
      await send(serverOf(sink, { authority: tls.cert }))
      expect(sink.commands.join()).not.toContain('AUTH LOGIN')
      expect(sink.mails).toMatchObject([{ from: mail.from, to: mail.to, isSecure: true }])
    }
  })

  test.each([
    ['in one line', 'x'.repeat(4096)],
    ['in ever more lines', `250-${'x'.repeat(60)}\r\n`.repeat(64)],
  ])('cuts off an endless reply: %s', async (_, part) => {
    const { url, written } = await endless(part)
    const error: unknown = await send(smtpServerOf(url)).catch((problem: unknown) => problem)
    expect(String(error)).toContain('exceeds maximum allowed size')
    expect(error).not.toBeInstanceOf(Undeliverable)
    expect(written()).toBeLessThan(10_000_000)
  })

  test('limits the time of a whole mail, so that a slow reply is cut off', async () => {
    const { url } = await endless('x', 5)
    const error: unknown = await sendMail(smtpServerOf(url), mail, AbortSignal.timeout(200)).catch((problem: unknown) => problem)
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(error).not.toBeInstanceOf(Undeliverable)
  })

  test.each([
    ['RCPT', '550 nobody of that name', true],
    ['RCPT', '450 come back later', false],
    ['MAIL', '550 who are you', false],
    ['DATA', '554 not now', false],
    ['.', '554 this is spam', true],
    ['.', '451 try again', false],
  ])('the reply to %s is %s, and sending is given up: %s', async (command, reply, isFinal) => {
    const sink = await sinkWith({ replyTo: (line) => (line.split(' ')[0] === command ? reply : undefined) })
    const error: unknown = await send(smtpServerOf(sink.url)).then(
      () => expect.fail('it was sent'),
      (problem: unknown) => problem,
    )
    expect(error instanceof Undeliverable).toBe(isFinal)
    expect(String(error)).toContain(`The mail server answered ${reply.slice(0, 3)} to `)
    expect(String(error)).toContain(reply.slice(4))
  })

  test('a long refusal is cut off, and no error contains the password', async () => {
    const sink = await sinkWith({ login, replyTo: (line) => (line.startsWith('AUTH') ? `535 no ${'x'.repeat(5000)}` : undefined) })
    const error: unknown = await send(serverOf(sink)).catch((problem: unknown) => problem)
    expect(String(error).length).toBeLessThan(300)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/a: b@c|bWFpbGVy/)
  })
})
