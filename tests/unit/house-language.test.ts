import { describe, expect, test } from 'vitest'
import { rawColours } from '../house/colours.ts'
import { rawWords } from '../house/raw-words.ts'
import { sharedClasses } from '../house/sheets.ts'

test.each([
  ['.tag { color: inherit }', '.tag > button { width: 24px }'],
  ['.tick { width: 16px }', '.field.tick > .words { margin: 0 }'],
  ['@media (pointer: coarse) { .line { height: 44px } }', '.usage .line { gap: 4px }'],
])('a class used by two folders is reported: %s %s', (one, other) => {
  const sheets = [
    { path: 'src/ui/a/a.css', text: one },
    { path: 'src/ui/b/b.css', text: other },
  ]
  expect(sharedClasses(sheets).length).toBeGreaterThan(0)
  expect(sharedClasses(sheets.map((sheet) => ({ ...sheet, path: 'src/ui/a/a.css' })))).toEqual([])
})

describe('a raw colour is reported', () => {
  test.each([
    ['a.css', '.a { color: #fff }'],
    ['a.css', '.a { color: #a1b2c3d4; }'],
    ['a.css', '.a { background: rgb(0 0 0 / 50%) }'],
    ['a.css', '.a { border: 1px solid hsl(20deg 10% 10%) }'],
    ['a.css', '.a {\n  fill: oklch(40% 0.2 20)\n}'],
    ['a.css', '.a { border: 1px solid darkgray; }'],
    ['a.tsx', '<path fill="#222" />'],
    ['a.tsx', '<path stroke="red" />'],
    ['a.tsx', "<div style={{ color: 'white' }} />"],
    ['a.ts', 'export const css = `:host { color: #222 }`'],
  ])('%s %s', (name, text) => {
    expect(rawColours({ path: `src/ui/${name}`, text })).toHaveLength(1)
  })
})

describe('a colour token passes', () => {
  test.each([
    ['a.css', '.a { color: var(--ad-red-500); background: transparent; fill: currentColor; border-color: inherit }'],
    ['a.css', '/* not #fff or red */ .red { content: "#fff"; mask: url(#abc) }'],
    ['a.css', '.a:hover { color: color-mix(in oklch, var(--ad-ink) 20%, transparent) }'],
    ['a.css', '@media (forced-colors: active) { .a { color: CanvasText } }'],
    ['a.tsx', '<path fill="var(--ad-series-1)" /> // #fff'],
    ['a.tsx', '<Badge tone="red" href=\'/a#abc\' />'],
    ['tokens.css', ':root { --ad-ink: #222 }'],
  ])('%s %s', (name, text) => {
    expect(rawColours({ path: `src/ui/${name}`, text })).toEqual([])
  })
})

const said = (text: string) => rawWords({ path: 'src/ui/a.tsx', text })

describe('an untranslated text is reported', () => {
  test.each([
    '<p>Nothing here</p>',
    '<p>{"Nothing here"}</p>',
    "<p>{open ? 'Close' : t`Open`}</p>",
    "<p>{error && 'Something broke'}</p>",
    '<p>{`Total ${sum}`}</p>',
    '<button aria-label="Close" />',
    '<input placeholder={"Search"} />',
    "<div title={open ? 'Close' : undefined} />",
    "<div {...tooltip(open ? 'Close' : undefined)} />",
    "<div {...describedTooltip('Close')} />",
    "element.textContent = 'Loading'",
    "element.setAttribute('aria-label', 'Loading')",
    'const view = html`<p>Loading</p>`',
    'const view = html`<p aria-label="Loading"></p>`',
  ])('%s', (text) => {
    expect(said(text)).toHaveLength(1)
  })
})

describe('a translated text passes', () => {
  test.each([
    '<Trans>Nothing <b>here</b></Trans>',
    '<p>{t`Nothing here`}</p>',
    '<button {...tooltip(t`Close`)} />',
    '<button aria-label={t`Close`} className="Close button" id="close" />',
    '<p>{amount} % · {name}</p>',
    '<Plural value={count} one="# click" other="# clicks" />',
    '<p>{i18n._(words[metric])}</p> // Nothing here',
    "<p>{format(day, 'long')}</p>",
    'const view = html`<p class="Loading">${word}</p>`',
    '<h1>Placard</h1>',
  ])('%s', (text) => {
    expect(said(text)).toEqual([])
  })
})
