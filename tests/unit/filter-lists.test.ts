// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestType } from '@ghostery/adblocker'
import { describe, expect, test } from 'vitest'
import { declarations, unpublished } from '../../elements/index.ts'
import { addresses } from '../../src/contract/addresses/addresses.ts'
import { endpointsOf, fillPath } from '../../src/contract/endpoint.ts'
import * as contract from '../../src/contract/index.ts'
import { search } from '../../src/kit/api.ts'
import { type BlockedPage, type Blocker, blockedPages, readBlocker } from '../support/reports/filter-lists.ts'

const root = join(import.meta.dirname, '../..')
const filesBelow = (folder: string) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    : []
const kinds: Readonly<Record<string, RequestType>> = {
  js: 'script',
  css: 'stylesheet',
  woff2: 'font',
  png: 'image',
  html: 'sub_frame',
  json: 'xmlhttprequest',
}
const base = 'https://console.example/'

const served = [...filesBelow('dist'), ...filesBelow('demo/home'), ...filesBelow('demo/partners')].flatMap((file) => {
  const type = kinds[file.split('.').pop() ?? '']
  return type ? [{ url: base + file.replace(/^(dist|demo\/home|demo\/partners)\//, ''), type }] : []
})

const filled = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => (name.endsWith('Id') || name === 'id' ? '7' : name))
const calls = endpointsOf(contract).flatMap(({ path, query }) => {
  const values = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '7']))
  const keys = Object.keys(query?.schema ?? {})
  const queries = [{}, ...keys.map((key) => ({ [key]: '7' })), Object.fromEntries(keys.map((key) => [key, '7']))]
  return queries.map((question) => ({ url: base + fillPath(path, values) + search(question), type: 'xmlhttprequest' as const }))
})
const pages = addresses.map(({ pattern }) => ({ url: base + filled(pattern).slice(1), type: 'sub_frame' as const }))

const sources = ['src', 'elements', 'demo'].flatMap(filesBelow).filter((file) => /\.(tsx?|html|css|mjs|js)$/.test(file))
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap((match) => (match[1] ?? '').split(/\s+/))
const names = (pattern: RegExp, styled?: RegExp) =>
  new Set(
    sources
      .flatMap((file) => {
        const text = readFileSync(join(root, file), 'utf8')
        return [...found(text, pattern), ...(styled && file.endsWith('.css') ? found(text, styled) : [])]
      })
      .filter((name) => /^[a-z][\w-]*$/i.test(name)),
  )
const classes = names(/class(?:Name)?=\\?["'`{]+([^"'`}]+)/g, /\.([a-z][\w-]*)(?=[^;{}]*\{)/gi)
const ids = names(/\bid=\\?["'`{]+([^"'`}]+)/g)
const tags = [...declarations, ...unpublished].map(({ tag }) => tag)
const markup = [
  ...[...classes].map((name) => `<div class="${name}">text</div>`),
  ...[...ids].map((name) => `<div id="${name}">text</div>`),
  ...tags.map((tag) => `<${tag} client-id="1" advertiser-id="7">text</${tag}>`),
  '<iframe src="https://console.example/embedded/clients/1/chart" title="chart"></iframe>',
].join('')

function heldAgainst({ blocks, hides }: Blocker, page: BlockedPage) {
  test('the test engine knows what is blocked and hidden', () => {
    expect(blocks(`${base}v1/things?advertiser_id=7`, 'xmlhttprequest', page)).toBe(true)
    expect(blocks(`${base}ads/index.js`, 'script', page)).toBe(true)
    expect(hides('<p class="ad-card">text</p><p class="card">text</p>', page)).toHaveLength(1)
  })

  test('no file, call or page address is blocked', () => {
    const requests = [...served, ...calls, ...pages]
    expect(requests.filter(({ url, type }) => blocks(url, type, page)).map(({ url }) => url)).toEqual([])
    expect([served.length > 30, calls.length > 12, pages.length > 50]).toEqual([true, true, true])
  })

  test('no class, id, tag or frame is hidden', () => {
    expect(hides(markup, page)).toEqual([])
    expect([classes.size > 50, ids.size > 3]).toEqual([true, true])
  })
}

const blocker = readBlocker()
const listedPages = Object.keys(blockedPages).filter((name): name is BlockedPage => name in blockedPages)
if (blocker) for (const page of listedPages) describe(`beside the filter lists of the day, on ${page}`, () => heldAgainst(blocker, page))

test('the log says whether the filter lists were available', () => {
  const note = blocker ? `held against ${blocker.lists.join(', ')}` : 'not held against any list: put them where FILTER_LISTS says'
  console.log(`${served.length} files, ${calls.length} calls, ${pages.length} pages, ${classes.size} classes, ${ids.size} ids: ${note}`)
  expect(blocker === undefined || blocker.lists.length > 0).toBe(true)
})
