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
/** Listeners that libraries add once for a page when they load: React the first, SWR the others, for a default cache that nothing here uses. A second one is a leak of ours. */
const onceForAPage = [
  '1 × selectionchange of HTMLDocument',
  '1 × visibilitychange of HTMLDocument',
  '1 × focus of Window',
  '1 × online of Window',
  '1 × offline of Window',
]
const isOfPage = (name: string) => / of (Window|HTMLDocument)$/.test(name)

/** How many stand in the page together. */
const atOnce = 10

/** Half of them show what they can without access; half are taken away while the platform has not answered yet. */
async function mountAndRemove(page: OpenPage, subject: Subject, isAsking: (element: Made) => unknown) {
  const asking = Array.from({ length: atOnce / 2 }, () => make(page, subject, {}, { getToken: token }))
  page.document.body.append(...asking)
  await Promise.all(Array.from({ length: atOnce / 2 }, () => shown(page, subject)))
  await until(() => asking.every((one) => isAsking(one) || contentOf(one)))
  page.document.body.replaceChildren()
  await turn()
}

/** The tag is known from its own entry, or from its first element by the loader, on a page that was read long before. */
async function makeKnown(page: OpenPage, subject: Subject, script: string) {
  await page.load(script)
  if (script !== subject.entry) (await shown(page, subject)).remove()
  await page.window.customElements.whenDefined(subject.tag)
  await turn()
}

/** Whatever goes with an element: after so many of them the page has nothing that it did not have before, and no listener of ours at all. */
export const leavesNothing =
  (mounts: number, by: 'entry' | 'script' = 'entry'): Check =>
  async (subject) => {
    const page = await openPage()
    try {
      const names = record(page)
      const before = names()
      await makeKnown(page, subject, subject[by])
      const untouched = names().filter((name) => !isOfPage(name))
      const isAsking = () => names().some((name) => name.startsWith('request'))
      for (let count = 0; count < mounts; count += atOnce) await mountAndRemove(page, subject, isAsking)
      const left = () => beyond([...untouched, ...before.filter(isOfPage)], names()).filter((one) => !onceForAPage.includes(one))
      await comes(() => left().length === 0)
      return left()
    } finally {
      page.close()
    }
  }

/** Its code and its words have come. */
const isUp = ({ shadowRoot }: Element) => shadowRoot?.firstElementChild && !shadowRoot.querySelector('.waiting')

interface Measurable {
  gc(): void
  readonly performance: { readonly memory: { readonly usedJSHeapSize: number } }
}

const heapOf = (window: PageWindow) => {
  const { gc, performance } = window as PageWindow & Measurable // the browser was started so that it tells
  gc()
  return performance.memory.usedJSHeapSize
}

/** The bytes that so many mounts leave, once the first ones have brought what is kept for the page. What is still under way goes by itself, what leaks stays. */
const bytesLeft = async (subject: Subject, mounts: number, most: number) => {
  const page = await openPage()
  try {
    await page.load(subject.entry)
    for (let count = 0; count < 20; count += atOnce) await mountAndRemove(page, subject, isUp)
    const before = heapOf(page.window)
    for (let count = 0; count < mounts; count += atOnce) await mountAndRemove(page, subject, isUp)
    let bytes = Number.POSITIVE_INFINITY
    await comes(() => {
      bytes = heapOf(page.window) - before
      return bytes <= most
    })
    return bytes
  } finally {
    page.close()
  }
}

/** Does not make the page heavier: a hundred mounts leave a megabyte at most, and fewer leave their share. */
export const weighsNothing =
  (mounts: number, most = mounts * 10_000): Check =>
  async (subject) => {
    const bytes = await bytesLeft(subject, mounts, most)
    if (mounts >= 100) console.log(`${subject.tag}: ${mounts} mounts leave ${bytes} bytes`)
    return unless(bytes <= most, `${mounts} mounts leave ${bytes} bytes`)
  }
