import { until } from '../../support/elements/page-parts.ts'
import {
  type Check,
  comes,
  contentOf,
  make,
  type Made,
  openPage,
  type OpenPage,
  type PageWindow,
  shown,
  type Subject,
  turn,
  unless,
} from './page.ts'
import { beyond, record } from './leftovers.ts'

const token = async () => ({ access_token: 'never-answered', expires_at: Date.now() / 1000 + 600 })
/** Listeners that libraries add once per page: React the first, SWR the others for its unused default cache. A second one is a leak. */
const onceForAPage = [
  '1 × selectionchange of HTMLDocument',
  '1 × visibilitychange of HTMLDocument',
  '1 × focus of Window',
  '1 × online of Window',
  '1 × offline of Window',
]
const isOfPage = (name: string) => / of (Window|HTMLDocument)$/.test(name)

/** The number of elements on the page at the same time. */
const atOnce = 10

/** Half of them show their content without access; the other half are removed while a request is pending. */
async function mountAndRemove(page: OpenPage, subject: Subject, isAsking: (element: Made) => unknown) {
  const asking = Array.from({ length: atOnce / 2 }, () => make(page, subject, {}, { getToken: token }))
  page.document.body.append(...asking)
  await Promise.all(Array.from({ length: atOnce / 2 }, () => shown(page, subject)))
  await until(() => asking.every((one) => isAsking(one) || contentOf(one)))
  page.document.body.replaceChildren()
  await turn()
}

/** Defines the tag through its own entry, or through the loader and a first element, on a page that has already loaded. */
async function makeKnown(page: OpenPage, subject: Subject, script: string) {
  await page.load(script)
  if (script !== subject.entry) (await shown(page, subject)).remove()
  await page.window.customElements.whenDefined(subject.tag)
  await turn()
}

/** After many mounts the page has no additional nodes, timers, observers, connections, requests and listeners. */
export const leavesNothing =
  (mountCount: number, by: 'entry' | 'script' = 'entry'): Check =>
  async (subject) => {
    const page = await openPage()
    try {
      const names = record(page)
      const before = names()
      await makeKnown(page, subject, subject[by])
      const untouched = names().filter((name) => !isOfPage(name))
      const isAsking = () => names().some((name) => name.startsWith('request'))
      for (let count = 0; count < mountCount; count += atOnce) await mountAndRemove(page, subject, isAsking)
      const left = () => beyond([...untouched, ...before.filter(isOfPage)], names()).filter((one) => !onceForAPage.includes(one))
      await comes(() => left().length === 0)
      return left()
    } finally {
      page.close()
    }
  }

/** Whether its code and messages have loaded. */
const isUp = ({ shadowRoot }: Element) => shadowRoot?.firstElementChild && !shadowRoot.querySelector('.waiting')

interface Measurable {
  gc(): void
  readonly performance: { readonly memory: { readonly usedJSHeapSize: number } }
}

const heapOf = (window: PageWindow) => {
  const { gc, performance } = window as PageWindow & Measurable // the browser was started with these exposed
  gc()
  return performance.memory.usedJSHeapSize
}

/** The bytes that mounts leave after the caches of the page are filled. Pending work is collected later; leaks stay. */
const bytesLeft = async (subject: Subject, mountCount: number, maxBytes: number) => {
  const page = await openPage()
  try {
    await page.load(subject.entry)
    for (let count = 0; count < 20; count += atOnce) await mountAndRemove(page, subject, isUp)
    const before = heapOf(page.window)
    for (let count = 0; count < mountCount; count += atOnce) await mountAndRemove(page, subject, isUp)
    let bytes = Number.POSITIVE_INFINITY
    await comes(() => {
      bytes = heapOf(page.window) - before
      return bytes <= maxBytes
    })
    return bytes
  } finally {
    page.close()
  }
}

/** Checks the heap: a hundred mounts may leave a megabyte, and fewer leave their share. */
export const leaksNoMemory =
  (mountCount: number, maxBytes = mountCount * 10_000): Check =>
  async (subject) => {
    const bytes = await bytesLeft(subject, mountCount, maxBytes)
    if (mountCount >= 100) console.log(`${subject.tag}: ${mountCount} mounts leave ${bytes} bytes`)
    return unless(bytes <= maxBytes, `${mountCount} mounts leave ${bytes} bytes`)
  }
