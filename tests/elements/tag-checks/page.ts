import { next, noToken, until } from '../../support/elements/page-parts.ts'

export interface Prop {
  readonly name: string
  readonly kind: 'text' | 'number' | 'flag' | 'property'
  readonly shape: string
  readonly attribute?: string
}

/** One declared tag, as declared-tags.mjs returns it. */
export interface Subject {
  readonly tag: string
  readonly script: string
  readonly start: string
  readonly entry: string
  readonly isSurface: boolean
  readonly height: number
  readonly props: readonly Prop[]
  readonly events: readonly string[]
}

/** An element of ours, with the properties of every surface. */
export interface Made extends HTMLElement {
  locale?: string
  theme?: string
  themeTokens?: Readonly<Record<string, string>> | undefined
  getToken?: unknown
}

export type PageWindow = Window & typeof globalThis

export interface OpenPage {
  readonly window: PageWindow
  readonly document: Document
  load(address: string): Promise<unknown>
  /** A module instance of the page itself; importing it here would load a second copy. */
  module(address: string): Promise<Readonly<Record<string, unknown>>>
  close(): void
}

/** A check of a tag; resolves to its faults. */
export type Check = (subject: Subject) => Promise<readonly string[]>

const values: Readonly<Record<string, string>> = { src: '/embedded/clients/1/chart', title: 'The page inside' }
const givenFor = (attribute: string) => values[attribute] ?? (attribute.endsWith('-id') ? '1' : undefined)

/** The content of an element after its skeleton: a heading, an alert, or a frame. */
export const contentOf = ({ shadowRoot: root }: Element) =>
  root && !root.querySelector('.waiting') ? root.querySelector('h1, h2, h3, h4, [role=alert], iframe') : null

/** Opens a new page without leftovers of earlier checks. */
export async function openPage(address = '/pages/empty'): Promise<OpenPage> {
  const frame = Object.assign(document.createElement('iframe'), { src: address, width: '900', height: '700' })
  document.body.append(frame)
  await next(frame, 'load')
  const window = frame.contentWindow as PageWindow | null // a frame's window has the globals too
  if (!window) throw new Error(`${address} did not open`)
  const { document: inner } = window
  return {
    window,
    document: inner,
    load: (src) =>
      new Promise((resolve, reject) => {
        const script = Object.assign(inner.createElement('script'), { src, type: 'module', onload: resolve })
        script.onerror = () => reject(new Error(`${src} did not load`))
        inner.head.append(script)
      }),
    module: (from) => window.eval(`import(${JSON.stringify(from)})`),
    close: () => frame.remove(),
  }
}

/** Creates an element with the attributes that its tag requires, not yet connected. */
export function make(
  { document }: OpenPage,
  { tag, props }: Subject,
  attributes: Readonly<Record<string, string>> = {},
  properties: Partial<Made> = { getToken: noToken },
): Made {
  const element = document.createElement(tag)
  for (const { attribute } of props) {
    const given = attribute && givenFor(attribute)
    if (given) element.setAttribute(attribute, given)
  }
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return Object.assign(element, properties)
}

/** Adds an element to the page and waits for its content. */
export async function shown(page: OpenPage, subject: Subject, attributes?: Readonly<Record<string, string>>, properties?: Partial<Made>) {
  const element = make(page, subject, attributes, properties)
  page.document.body.append(element)
  await until(() => contentOf(element), `the content of ${subject.tag}`)
  return element
}

let last: { readonly subject: Subject; readonly page: OpenPage } | undefined
/** A page where the tag is defined. It stays open for further checks of the subject, because loading its code takes longer than most checks. */
async function pageOf(subject: Subject): Promise<OpenPage> {
  if (last?.subject === subject && last.page.window.frameElement?.isConnected) return last.page
  last?.page.close()
  const page = await openPage()
  await page.load(subject.script)
  last = { subject, page }
  return page
}

/** Runs a check on an empty page where the tag is defined. */
export const onPage =
  (check: (page: OpenPage, subject: Subject) => Promise<readonly string[]>): Check =>
  async (subject) => {
    const page = await pageOf(subject)
    try {
      return await check(page, subject)
    } finally {
      page.document.body.replaceChildren()
      page.document.documentElement.removeAttribute('style')
    }
  }

/** The fault, unless the condition holds. */
export const unless = (isRight: unknown, fault: string): readonly string[] => (isRight ? [] : [fault])

/** Whether something appears in time, without an error. */
export const comes = (find: () => unknown) => until(find).then(Boolean, () => false)

export const turn = () => new Promise((resolve) => setTimeout(resolve))
