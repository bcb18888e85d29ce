import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderGuide, type GuideData } from '../../elements/build/guide.ts'
import { slugOf, toHtml } from '../../elements/build/guide-markup.ts'
import { chaptersOf, guidePages, renderPages } from '../../elements/build/guide-pages.ts'
import { messageErrors } from '../../src/kit/host/message-errors.ts'
import { messageAdvice, messageMeanings } from '../../src/kit/host/message-meanings.ts'
import { messages, requests } from '../../src/kit/host/messages.ts'
import { filesUnder, root } from '../house/source.ts'

const written = readFileSync(join(root, 'elements', 'guide.md'), 'utf8')
const facts: GuideData = { errors: messageErrors, advice: messageAdvice, messages, requests, meanings: messageMeanings }
const guide = renderGuide(written, facts)

/** Table rows below a heading, by the code in their first cell. */
const rowsUnder = (text: string, heading: string) => {
  const chapter = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? ''
  return new Map([...chapter.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, name = '', rest = '']) => [name, rest.split(' | ')]))
}

test('the built guide is the source with its tables and examples, without placeholders', () => {
  expect(readFileSync(join(root, 'dist', 'guide.md'), 'utf8')).toBe(guide)
  expect(guide).not.toContain('<!--')
})

test('every error code is in the table, with retry, meaning and remedy', () => {
  const rows = rowsUnder(guide, 'Error codes')
  expect([...rows.keys()]).toEqual(Object.keys(messageErrors))
  for (const [code, { retryable, meaning }] of Object.entries(messageErrors))
    expect(rows.get(code)).toEqual([retryable ? 'yes' : 'no', meaning, expect.stringMatching(/\w.*\.$/)])
})

test('every message and request is in the table, with sender and fields', () => {
  const rows = rowsUnder(guide, 'Messages')
  expect([...rows.keys()]).toEqual([...Object.keys(messages), ...Object.keys(requests)])
  const shapes = { ...messages, ...Object.fromEntries(Object.entries(requests).map(([name, { ask }]) => [name, ask])) }
  for (const [type, shape] of Object.entries(shapes)) {
    const [from, payload = ''] = rows.get(type) ?? []
    expect(from).toMatch(/^(element|host|either)$/)
    for (const field of Object.keys(shape)) expect(payload).toContain(`${field}`)
  }
})

test('every example is in the guide, and every file shown in the guide exists', () => {
  const shown = [...written.matchAll(/<!-- file (\S+) -->/g)].map(([, path = '']) => path)
  expect(shown.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect([...shown].sort()).toEqual(filesUnder('demo/examples'))
})

test('every token, attribute and file named in the guide exists', () => {
  const tokens = readFileSync(join(root, 'src', 'ui', 'theme', 'tokens.css'), 'utf8')
  const named = [...new Set(written.match(/--ad-[a-z][\w-]*/g))]
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((token) => !tokens.includes(`${token}:`))).toEqual([])
})

describe('guide changes are detected', () => {
  test('a new code or message is added to the table', () => {
    const newer = { ...facts, errors: { ...messageErrors, invented: { retryable: true, meaning: 'New.' } } }
    expect(rowsUnder(renderGuide(written, newer), 'Error codes').get('invented')).toEqual(['yes', 'New.', ''])
    const spoken = renderGuide(written, { ...facts, messages: { ...messages, invented: { at: 'number?' } } })
    expect(rowsUnder(spoken, 'Messages').get('invented')?.[1]).toBe('`at?: number`')
  })

  test('a missing example stops the build', () => {
    expect(() => renderGuide('<!-- file demo/examples/nowhere.js -->', facts)).toThrow('nowhere.js')
  })
})

describe('the pages of the guide', () => {
  const pages = renderPages(guide, readFileSync(join(root, 'dist', 'elements.md'), 'utf8'))
  const textOf = (html: string) => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
  const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
  const fileOf = (address: string) => `guide${address.slice('/guide'.length).split('#')[0] || '/index'}.html`

  test('are built, and contain every chapter of the guide and every tag', () => {
    for (const [name, html] of Object.entries(pages)) expect(readFileSync(join(root, 'dist', name), 'utf8')).toBe(html)
    const shown = guidePages.flatMap(({ chapters }) => chapters)
    expect(shown.toSorted()).toEqual([...chaptersOf(guide).keys()].toSorted())
    for (const [, tag = ''] of readFileSync(join(root, 'dist', 'elements.md'), 'utf8').matchAll(/^## `<([\w-]+)>`/gm))
      expect(pages['guide/elements.html']).toContain(`id="${tag}"`)
  })

  test('link only to pages and headings that exist', () => {
    const links = Object.entries(pages).flatMap(([name, html]) =>
      [...html.matchAll(/href="(\/guide[^"]*|#[^"]*)"/g)].map(([, to = '']) => ({ name, to })),
    )
    expect(links.length).toBeGreaterThan(100)
    const broken = links.filter(({ name, to }) => {
      if (/\.css$/.test(to)) return false
      const target = to.startsWith('#') ? pages[name] : pages[fileOf(to)]
      const anchor = to.split('#')[1]
      return target === undefined || (anchor !== undefined && !idsIn(target).has(anchor))
    })
    expect(broken).toEqual([])
  })

  test('have a copy button for each code block, with the code of the example file', () => {
    const blocks = [...(pages['guide/index.html'] ?? '').matchAll(/data-file="([^"]+)">[\s\S]*?<code>([\s\S]*?)<\/code>/g)]
    const codes = new Map(blocks.map(([, name = '', code = '']) => [name, textOf(code)]))
    expect([...codes.keys()]).toEqual(
      ['Terminal', '.env', 'index.html', 'server.mjs', 'Terminal'].filter((one, at, all) => all.indexOf(one) === at),
    )
    for (const name of ['index.html', 'server.mjs'])
      expect(codes.get(name)?.trim()).toBe(readFileSync(join(root, 'demo/examples/quickstart', name), 'utf8').trim())
    expect((pages['guide/index.html'] ?? '').match(/class="copy"/g)).toHaveLength(5)
  })

  test('have no inline script or style, which their policy refuses', () => {
    for (const html of Object.values(pages))
      expect(html.replace(/<code>[\s\S]*?<\/code>/g, '')).not.toMatch(/<style|<script(?![^>]*src=)| style=| on\w+=/)
  })

  test('escape their code, and name the columns of a table in each cell', () => {
    const { html } = toHtml('```html a.html\n<b title="x">&amp;</b>\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n', new Map())
    expect(html).toContain('&#60;b title=&#34;x&#34;&#62;&#38;amp;')
    expect(html).toContain('<th scope="row">1</th><td data-label="b">2</td>'.replace('><td', '>\n<td'))
    expect(slugOf('Before you go live')).toBe('before-you-go-live')
  })

  test('a chapter without a page stops the build', () => {
    expect(() => renderPages(`${guide}\n## Invented\n`, '# Elements\n')).toThrow('Invented')
  })
})
