import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurationOf } from '../../demo/platform/configuration.ts'
import { outboxPage } from '../../demo/platform/demo-pages/outbox.ts'
import { pagesOf } from '../../demo/platform/demo-pages/pages.ts'
import { people } from '../../demo/platform/seed/people.ts'
import { type FreshDatabase, freshDatabase } from '../support/database/fresh-database.ts'
import { isAudit } from '../support/platform/audit.ts'
import { openPlatform, type PlatformProcess } from '../support/platform/process.ts'
import { commonPostgres, type PostgresServer } from '../support/database/postgres.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { machineTime } from '../../demo/platform/context/clock.ts'

const origin = 'http://localhost:4400'
let fresh: FreshDatabase
let server: Pick<PostgresServer, 'url' | 'stop'>
beforeAll(async () => {
  server = await commonPostgres()
  fresh = await freshDatabase()
})
afterAll(async () => {
  await fresh.close()
  await server.stop()
})

const pages = (hasOutbox: boolean) => {
  const { database } = fresh
  const outbox = hasOutbox ? () => outboxPage(database, origin) : undefined
  return pagesOf({
    database,
    now: () => machineTime(new Date()),
    issuer: `${origin}/idp`,
    clientId: 'x',
    environment: 'development',
    home: () => '',
    isWatched: true,
    outbox,
  })
}
const ask = (address: string, hasOutbox = true) => pages(hasOutbox)(new Request(address))

describe('the outbox', () => {
  test('shows mails with their links, and escapes their content', async () => {
    const evil = '"><img src=x onerror=alert(1)>'
    const mail = { purpose: 'invitation', text: 'x', created_at: '2026-11-21T10:00:00Z', problem: null, sent_at: null }
    const rows = [
      { ...mail, recipient: 'ana@hotel.example', subject: 'Set up', link: `${origin}/setup-account?token=abc` },
      { ...mail, recipient: `a${evil}@x.example`, subject: evil, link: `${origin}/${evil}` },
      { ...mail, recipient: 'b@x.example', subject: 'Elsewhere', link: 'javascript:alert(1)' },
    ]
    await fresh.database.kysely.insertInto('mails').values(rows).execute()
    const text = await (await ask(`${origin}/outbox`)).text()
    expect(text).toContain(`href="${origin}/setup-account?token=abc"`)
    expect(text).toContain('To ana@hotel.example')
    expect(text).not.toMatch(/<img|javascript:/)
  })

  test('shows the text of a mail, and its attachment as a download', async () => {
    const content = Buffer.from('day,spend\n2026-11-20,12.50\n')
    const { mail_attachment_id } = await fresh.database.kysely
      .insertInto('mail_attachments')
      .values({ file_name: 'November "spend".csv', content_type: 'text/csv', content: content.toString('base64'), created_at: new Date() })
      .returning('mail_attachment_id')
      .executeTakeFirstOrThrow()
    const mail = { purpose: 'report', subject: 'Weekly spend', text: 'Hello Ana,\nhere is <your> report.', recipient: 'ana@hotel.example' }
    await fresh.database.kysely
      .insertInto('mails')
      .values({ ...mail, link: null, created_at: new Date(), problem: null, sent_at: null, mail_attachment_id })
      .execute()
    const text = await (await ask(`${origin}/outbox`)).text()
    expect(text).toContain('<summary>Weekly spend')
    expect(text).toContain('Hello Ana,\nhere is &#60;your&#62; report.')
    const [, path = '', name] = /<a href="(\/outbox\/attachments\/\d+)" download>([^<]+)</.exec(text) ?? []
    expect(name).toBe('November &#34;spend&#34;.csv')
    const file = await ask(origin + path)
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      'text/csv',
      "attachment; filename*=UTF-8''November%20%22spend%22.csv",
    ])
    expect(Buffer.from(await file.arrayBuffer())).toEqual(content)
    expect((await ask(`${origin}/outbox/attachments/999999`)).status).toBe(404)
    expect((await ask(origin + path, false)).status).toBe(404)
    expect((await ask(`http://evil.example:4400${path}`)).status).toBe(404)
  })

  test('exists on the local machine only, under its own host name', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect((await ask(`http://${host}:4400/outbox`)).status).toBe(200)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.7'])
      expect((await ask(`http://${host}:4400/outbox`)).status).toBe(404)
    expect((await ask(`${origin}/outbox`, false)).status).toBe(404)
  })

  test.each(['setup-account', 'harborline/setup-account'])('/%s opens in the console and does not leak its address', async (path) => {
    const response = await ask(`${origin}/${path}?token=a-b_c`)
    expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    const text = await response.text()
    expect(text).toContain('<ad-console routed>')
    expect(text).not.toContain('a-b_c')
  })
})

describe('the configured mail server', () => {
  const smtp = (SMTP_URL: string, MAIL_FROM = '') => configurationOf([], { SMTP_URL, MAIL_FROM })
  test('is read from its address', () => {
    expect(smtp('').smtp).toBeUndefined()
    expect(smtp('smtp://a%40b:c%3Ad@mail.example').smtp).toEqual({
      host: 'mail.example',
      port: 587,
      isSecure: false,
      user: 'a@b',
      password: 'c:d',
    })
    expect(smtp('smtps://mail.example:2465', 'ads@placard.example')).toMatchObject({
      smtp: { port: 2465, isSecure: true },
      mailFrom: 'ads@placard.example',
    })
    expect(smtp('smtp://mail.example?tls=no').smtp).toMatchObject({ host: 'mail.example', port: 587, isOpenAllowed: true })
  })

  test.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://mail.example/x',
    'smtp://mail.example?tls=yes',
    'smtp://mail.example?tls=no&x=1',
  ])('cannot be %s', (text) => {
    expect(() => smtp(text)).toThrow('SMTP_URL must be an address')
  })
  test('cannot have an invalid sender address', () => {
    expect(() => smtp('', 'nobody')).toThrow('MAIL_FROM must be an e-mail address')
    expect(() => smtp('', 'größe@placard.example')).toThrow('MAIL_FROM must have ASCII letters only before its @')
    expect(smtp('', 'no-reply@größe.example').mailFrom).toBe('no-reply@größe.example')
  })
})

describe('a running platform', { timeout: 180_000 }, () => {
  const email = people[0]?.email ?? ''
  const forget = (at: string) =>
    fetch(`${at}/v1/user/resetPassword`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })
  const until = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
    for (let round = 0; round < 300; round++) {
      const found = await look()
      if (found !== undefined) return found
      await pause(200)
    }
    throw new Error('It never came')
  }
  const started = async (env: Record<string, string>, use: (platform: PlatformProcess) => Promise<void>) => {
    const own = await freshDatabase({ server: server.url })
    const platform = await openPlatform({ empty: true, env: { ...env, DATABASE_URL: own.url }, dataDir: own.dataDir })
    await use(platform).finally(() => platform.clear())
    await own.close()
  }

  if (isAudit)
    test('without a mail server shows the mail, and its link opens', async () => {
      await started({}, async ({ origin: at }) => {
        expect((await forget(at)).status).toBe(200)
        const link = await until(async () => /href="([^"]+token=[^"]+)"/.exec(await (await fetch(`${at}/outbox`)).text())?.[1])
        const page = await (await fetch(link)).text()
        expect(page).toContain('Choose a new password')
        expect(page).toContain(email)
        for (const where of ['/start', '/outbox', '/idp/forgot-password'])
          expect(await (await fetch(at + where)).text()).toContain(`<a href="${at}/outbox">Outbox</a>`)
      })
    })

  test('with a mail server sends the mail, and has no outbox', async () => {
    const sink = await startSink()
    await started({ SMTP_URL: sink.url, MAIL_FROM: 'ads@placard.example' }, async ({ origin: at }) => {
      expect((await forget(at)).status).toBe(200)
      const mail = await until(async () => sink.mails[0])
      expect(mail).toMatchObject({ from: 'ads@placard.example', to: email })
      expect(mail.text).toContain(`${at}/idp/reset-password?token=`)
      expect((await fetch(`${at}/outbox`)).status).toBe(404)
      expect(await (await fetch(`${at}/idp/forgot-password`)).text()).not.toContain('Outbox')
    }).finally(() => sink.close())
  })
})
