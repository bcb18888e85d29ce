import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderGuide, type GuideData } from '../../elements/build/guide.ts'
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
