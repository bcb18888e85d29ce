import { Marked, type Renderer } from 'marked'

interface Heading {
  readonly slug: string
  readonly html: string
}

/** The HTML of a page's text, and its second-level headings. */
export interface PageText {
  readonly html: string
  readonly headings: readonly Heading[]
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)

/** The anchor of a heading, as GitHub makes it. */
export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/&#?\w+;|<\/?\w+>|[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')

const captions: Readonly<Record<string, string>> = { js: 'JavaScript', html: 'HTML', text: 'Text' }

/** A code block with a button that copies it. The words after the language are the name of the file. */
function codeBlock(code: string, info = '') {
  const [language = '', ...words] = info.split(' ')
  const name = words.join(' ') || captions[language] || 'Code'
  const isOutput = name === 'Output'
  const button = isOutput
    ? ''
    : `<button type="button" class="copy" disabled data-text="Copy" aria-label="Copy ${escaped(name)}">Copy</button>`
  return `<figure class="code"${isOutput ? '' : ` data-file="${escaped(name)}"`}><figcaption>${escaped(name)}</figcaption>${button}<pre tabindex="0" role="group" aria-label="${escaped(name)}"><code>${escaped(code)}</code></pre></figure>\n`
}

/** Cells name their column, because rows become blocks on narrow screens. A table without headings names its rows instead. */
function labelled(html: string) {
  const head = /<thead>([\s\S]*?)<\/thead>/.exec(html)?.[1] ?? ''
  const labels = [...head.matchAll(/<th>([\s\S]*?)<\/th>/g)].map(([, text = '']) => text.replace(/<[^>]+>/g, ''))
  const isNamed = labels.some(Boolean)
  const rows = html.replace(/<tr>\n?([\s\S]*?)<\/tr>/g, (row: string) => {
    let column = -1
    return row.replace(/<td>([\s\S]*?)<\/td>/g, (_, cell: string) => {
      column += 1
      if (column === 0) return `<th scope="row">${cell}</th>`
      return `<td${labels[column] ? ` data-label="${labels[column]}"` : ''}>${cell}</td>`
    })
  })
  const named = rows.replace(/<th><\/th>/g, '<td></td>').replace(/<th>/g, '<th scope="col">')
  return isNamed ? named : named.replace(/<thead>[\s\S]*?<\/thead>/, '')
}

/** Renders Markdown. `links` has the addresses of the guide's own links. */
export function toHtml(markdown: string, links: ReadonlyMap<string, string>): PageText {
  const headings: Heading[] = []
  const renderer: Partial<Renderer> = {
    code: (code, info) => codeBlock(code, info),
    heading(text, level, raw) {
      const slug = slugOf(raw)
      if (level === 2) headings.push({ slug, html: text })
      return `<h${level} id="${slug}">${text}</h${level}>\n`
    },
    link: (href, _, text) => `<a href="${escaped(links.get(href) ?? href)}">${text}</a>`,
  }
  const html = new Marked({ renderer }).parse(markdown)
  if (typeof html !== 'string') throw new Error('Markdown is rendered synchronously')
  return { html: html.replace(/<table>[\s\S]*?<\/table>/g, labelled), headings }
}
