import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'rollup'
import { type DeclarationData, toElementDoc } from './declarations.ts'
import { type GuideData, guideText } from './guide.ts'
import { type LiveExample, liveExample } from './guide-live.ts'
import { type PageText, slugOf, toHtml } from './guide-markup.ts'
import { reference } from './reference.ts'

interface GuidePage {
  /** Last part of the URL; empty for the first page. */
  readonly name: string
  readonly title: string
  /** Headings of the guide's chapters on this page. */
  readonly chapters: readonly string[]
  readonly live?: LiveExample
}

/** The pages of the guide, in reading order. */
export const guidePages: readonly GuidePage[] = [
  { name: '', title: 'Quickstart', chapters: ['Quickstart'], live: 'chart' },
  { name: 'token-server', title: 'Token server and session', chapters: ['A token server', 'The session'], live: 'session' },
  { name: 'attributes', title: 'Attributes and events', chapters: ['Attributes, properties, events'], live: 'attributes' },
  { name: 'frame', title: 'Frame', chapters: ['The frame'], live: 'frame' },
  { name: 'react', title: 'React', chapters: ['React'], live: 'react' },
  { name: 'vue', title: 'Vue', chapters: ['Vue'], live: 'vue' },
  { name: 'server-pages', title: 'Server pages and bundlers', chapters: ['Server-side rendering', 'Bundlers'], live: 'server' },
  { name: 'theming', title: 'Theming', chapters: ['Theming'], live: 'theming' },
  { name: 'csp', title: 'Security policy', chapters: ['Content security policy', 'Pinning and integrity', 'Ad blockers'], live: 'policy' },
  { name: 'messages', title: 'Messages', chapters: ['Messages'], live: 'messages' },
  { name: 'errors', title: 'Error codes', chapters: ['Error codes'], live: 'errors' },
  { name: 'testing', title: 'Testing and limits', chapters: ['Testing your integration', 'Limits'] },
]
const elementsPage: GuidePage = { name: 'elements', title: 'Elements', chapters: [] }
const allPages = [...guidePages, elementsPage]

const addressOf = ({ name }: GuidePage) => (name ? `/guide/${name}` : '/guide')

/** The chapters of the guide by their headings. */
export const chaptersOf = (text: string) =>
  new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((chapter) => {
        const [heading = '', ...lines] = chapter.split('\n')
        return [heading, lines.join('\n')] as const
      }),
  )

/** Addresses of the guide's own links: chapters by their anchor, and the element reference. */
function guideLinks() {
  const chapters = guidePages.flatMap((page) =>
    page.chapters.map((heading, index) => [`#${slugOf(heading)}`, index === 0 ? addressOf(page) : `${addressOf(page)}#${slugOf(heading)}`]),
  )
  return new Map<string, string>([...chapters.map(([from = '', to = '']) => [from, to] as const), ['elements.md', '/guide/elements']])
}

/** The Markdown of one page: the first chapter without its heading, so that its subheadings are one level higher if it is alone. */
function markdownOf({ chapters, title }: GuidePage, texts: ReadonlyMap<string, string>) {
  const parts = chapters.map((heading) => {
    const text = texts.get(heading)
    if (text === undefined) throw new Error(`The guide has no chapter ${heading}, which the page ${title} shows`)
    return { heading, text }
  })
  if (parts.length === 1) return (parts[0]?.text ?? '').replace(/^###/gm, '##')
  return parts.map(({ heading, text }) => `## ${heading}\n${text}`).join('\n')
}

const contents = (current: GuidePage, headings: PageText['headings']) =>
  allPages
    .map((page) => {
      if (page !== current) return `<li><a href="${addressOf(page)}">${page.title}</a></li>`
      const inside = headings.map(({ slug, html }) => `<li><a href="#${slug}">${html}</a></li>`).join('')
      return `<li><a href="${addressOf(page)}" aria-current="page">${page.title}</a>${inside && `<ul>${inside}</ul>`}</li>`
    })
    .join('')

function neighbours(current: GuidePage) {
  const index = allPages.indexOf(current)
  const next = allPages[index + 1]
  const previous = allPages[index - 1]
  const back = previous ? `<a href="${addressOf(previous)}"><small>Previous</small>${previous.title}</a>` : '<span></span>'
  const on = next ? `<a href="${addressOf(next)}"><small>Next</small>${next.title}</a>` : '<span></span>'
  return `<nav class="neighbours" aria-label="Previous and next page">${back}${on}</nav>`
}

/** A whole page. The platform replaces the placeholder address with its own, and adds the links of a demonstration. */
function documentOf(page: GuidePage, { html, headings }: PageText) {
  const live = page.live ? liveExample(page.live) : ''
  return `<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${page.title} · Placard guide</title>
<link rel="stylesheet" href="/guide/page.css">
<script type="module" blocking="render" src="/guide/page.js"></script>
<script type="module" blocking="render" src="/placard.js"></script>
</head>
<body>
<header><a class="skip" href="#content">Skip to content</a><a class="mark" href="/start">Placard</a><a href="/guide">Guide</a><a href="/guide/elements">Elements</a><!-- demonstration --></header>
<div class="columns${live ? ' has-live' : ''}">
<nav class="contents" aria-label="Guide"><details open><summary>Contents</summary><ul>${contents(page, headings)}</ul></details></nav>
<main id="content" tabindex="-1"><h1>${page.title}</h1>
${html}
${neighbours(page)}</main>
${live}
</div>
</body>
</html>
`
}

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Every page of the guide as HTML, by its file name. */
export function renderPages(text: string, elements: string): Readonly<Record<string, string>> {
  const links = guideLinks()
  const texts = chaptersOf(text)
  const shown = new Set(guidePages.flatMap(({ chapters }) => chapters))
  const forgotten = [...texts.keys()].filter((heading) => !shown.has(heading))
  if (forgotten.length > 0) throw new Error(`No page of the guide shows ${forgotten.join(', ')}`)
  const pages = guidePages.map((page) => [page, markdownOf(page, texts)] as const)
  const withReference = [...pages, [elementsPage, elements.replace(/^# .*\n/, '').replace(/\n## Error codes[\s\S]*$/, '\n')] as const]
  return Object.fromEntries(
    withReference.map(([page, markdown]) => [`guide/${page.name || 'index'}.html`, documentOf(page, toHtml(markdown, links))]),
  )
}

/** The font of the bundle, under the name that this build gave it. */
const fontFace = (names: readonly string[]) => {
  const font = names.find((name) => /^chunks\/inter-.*\.woff2$/.test(name))
  return font ? `@font-face{font-family:"Placard Inter";src:url("/${font}") format("woff2");font-weight:100 900;font-display:swap}\n` : ''
}

/** Writes the guide into the release: as one Markdown file, and as pages that the platform serves. */
export const guide = (facts: GuideData, declarations: readonly DeclarationData[]): Plugin => ({
  name: 'guide',
  async generateBundle(_, bundle) {
    const text = guideText(facts)
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('elements/guide/page.ts', root))],
      bundle: true,
      target: 'es2022',
      minify: true,
      format: 'esm',
      write: false,
    })
    const files = {
      'guide.md': text,
      ...renderPages(text, reference(declarations.map(toElementDoc), facts.errors)),
      'guide/page.css': `${fontFace(Object.keys(bundle))}${read('src/ui/theme/tokens.css')}\n${read('elements/guide/page.css')}`,
      'guide/page.js': outputFiles[0]?.text ?? '',
    }
    for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source })
  },
})
