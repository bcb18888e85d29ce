import { readFileSync } from 'node:fs'

type Fields = Readonly<Record<string, string>>

/** The data of the guide's tables. */
export interface GuideData {
  readonly errors: Readonly<Record<string, { readonly retryable: boolean; readonly meaning: string }>>
  readonly advice: Readonly<Record<string, string>>
  readonly messages: Readonly<Record<string, Fields>>
  readonly requests: Readonly<Record<string, { readonly ask: Fields; readonly answer: Fields }>>
  readonly meanings: Readonly<Record<string, { readonly from: string; readonly meaning: string }>>
}

const root = new URL('../../', import.meta.url)
const code = (text: string) => (text ? `\`${text}\`` : '')
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const errorTable = ({ errors, advice }: GuideData) =>
  table(
    ['code', 'retryable', 'meaning', 'what to do'],
    Object.entries(errors).map(([name, { retryable, meaning }]) => [code(name), retryable ? 'yes' : 'no', meaning, advice[name] ?? '']),
  )

const fields = (shape: Fields) =>
  Object.entries(shape)
    .map(([name, kind]) => (kind.endsWith('?') ? `${name}?: ${kind.slice(0, -1)}` : `${name}: ${kind}`))
    .join(', ')

const messageTable = ({ messages, requests, meanings }: GuideData) =>
  table(
    ['type', 'sender', 'payload', 'answer', 'meaning'],
    [
      ...Object.entries(messages).map(([name, shape]) => [name, fields(shape), '']),
      ...Object.entries(requests).map(([name, { ask, answer }]) => [name, fields(ask), fields(answer) || '{}']),
    ].map(([name = '', payload = '', answer = '']) => [
      code(name),
      meanings[name]?.from ?? '',
      code(payload),
      code(answer),
      meanings[name]?.meaning ?? '',
    ]),
  )

const languages: Readonly<Record<string, string>> = { vue: 'vue', jsx: 'jsx', html: 'html' }
const fencedCode = (path: string) => {
  const name = path.split('/').at(-1) ?? ''
  const language = languages[name.split('.').at(-1) ?? ''] ?? 'js'
  return `\`\`\`${language} ${name}\n${readFileSync(new URL(path, root), 'utf8').trimEnd()}\n\`\`\``
}

/** Fills the guide's placeholders with its tables and example files, which are tested. */
export const renderGuide = (text: string, facts: GuideData) =>
  text
    .replace('<!-- errors -->', () => errorTable(facts))
    .replace('<!-- messages -->', () => messageTable(facts))
    .replace(/<!-- file (\S+) -->/g, (_, path: string) => fencedCode(path))

/** The text of the guide, with its tables and examples. */
export const guideText = (facts: GuideData) => renderGuide(readFileSync(new URL('elements/guide.md', root), 'utf8'), facts)
