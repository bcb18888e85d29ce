import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../demo/platform/database/open.ts'
import { people } from '../../demo/platform/seed/people.ts'
import { nodeNotice } from '../../demo/welcome.ts'
import { openPlatform } from '../support/platform/process.ts'
import { type PreparedFolder, preparedFolder } from '../support/platform/prepared-folder.ts'

let prepared: PreparedFolder
beforeAll(async () => {
  prepared = await preparedFolder()
})
afterAll(() => prepared.remove())

const env = { ENVIRONMENT: 'production' }

test('a start with a Node version that gets no security fixes says so', () => {
  expect(nodeNotice('20.20.2').join(' ')).toMatch(/^Node 20\.20\.2 .*22 or 24/)
  expect([nodeNotice('22.1.0'), nodeNotice('24.0.0')]).toEqual([[], []])
})

describe('in production', { timeout: 180_000 }, () => {
  test('no demonstration is made', async () => {
    await expect(openPlatform({ env, dataDir: prepared.copy() })).rejects.toThrow(
      /ENVIRONMENT=production creates no demo data[^\n]*--empty/,
    )
  })

  test('a folder with the demonstration is refused', async () => {
    const dataDir = prepared.copy()
    const database = await openDatabase({ dataDir })
    await database.kysely.insertInto('seeds').values({ name: 'demonstration' }).execute()
    await database.close()
    await expect(openPlatform({ env, dataDir })).rejects.toThrow(
      /ENVIRONMENT=production does not start with the demonstration[^\n]*another folder/,
    )
  })

  test('the first password is printed once, and no page gives tokens away', async () => {
    const dataDir = prepared.copy()
    const first = await openPlatform({ env, empty: true, dataDir })
    expect(people.filter(({ email }) => first.output().includes(email)).map(({ role }) => role)).toEqual([1])
    expect(first.password).toMatch(/^Placard-\w+-\w+$/)
    expect(first.output()).not.toMatch(/playground|shop\/|portal\//)
    const { other_origin } = (await (await fetch(`${first.origin}/api/k1-ui/config`)).json()).result
    const paths = [
      'playground/token?as=portal',
      'playground/token',
      'shop/token',
      'portal/token',
      'shop/',
      'playground/',
      'inspector/panel.js',
    ]
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(`${other_origin}/${path}`)).status))
    expect(statuses).toEqual(paths.map(() => 404))
    await first.stop()
    const second = await openPlatform({ env, dataDir })
    expect([second.password, second.output().includes(first.password)]).toEqual(['', false])
    await second.clear()
  })
})
