import { expect, test } from 'vitest'
import { avoidedWords } from '../house/prose.ts'
import { filesUnder, isCode, readSource } from '../house/source.ts'

/** Maximum number of avoided words in comments, by folder. Lower a number when you replace words; never raise it. */
const maxByFolder: Readonly<Record<string, number>> = {
  'src/contract': 0,
  'src/kit': 0,
  'src/ui': 0,
  'src/parts': 0,
  'src/surfaces': 0,
  elements: 0,
  demo: 2,
  locales: 0,
  tests: 0,
}

test.each(Object.entries(maxByFolder))('comments of %s contain at most %i avoided words', (folder, count) => {
  const found = filesUnder(folder).filter(isCode).map(readSource).flatMap(avoidedWords)
  expect(found.length, found.slice(0, 20).join('\n')).toBeLessThanOrEqual(count)
  // A limit far above the count would allow new uses.
  expect(found.length).toBeGreaterThanOrEqual(count - 10)
})

const comment = (text: string) => avoidedWords({ path: 'src/ui/a.ts', text: `/** ${text} */\nexport const a = 1` })

test.each([
  'Whoever reads this.',
  'Somebody has changed it, and nobody else.',
  'What is shown here is asked for twice.',
  'It is told to the page.',
  'Lists of ids stand here.',
  'One lies beside the other.',
  'It goes on by itself.',
  'No more than ten.',
])('a comment with avoided words is reported: %s', (text) => {
  expect(comment(text)).not.toEqual([])
})

test.each([
  'Evicts entries with no mounted reader.',
  'The standard way; understands both.',
  'What the server sends.',
  'Runs at most once.',
])('a plain comment passes: %s', (text) => {
  expect(comment(text)).toEqual([])
})
