import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { FiltersEngine, Request, type RequestType } from '@ghostery/adblocker'

/** Public filter lists may not be redistributed, so they are read from a folder next to the checkout, or from FILTER_LISTS. */
const folder = process.env.FILTER_LISTS ?? join(import.meta.dirname, '../../../shared/data/filters')

const pageOf = (hostname: string, path: string) => ({ url: `https://${hostname}/${path}`, hostname, domain: hostname })
/** The pages that load our files: a partner's page, and the platform's own page inside a frame. */
export const blockedPages = {
  'a page of a partner': pageOf('partner.example', 'page'),
  'the page inside a frame': pageOf('console.example', 'embedded/clients/1/chart'),
} as const
export type BlockedPage = keyof typeof blockedPages

const readList = (file: string) => (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)).toString()

/** What current ad blockers do to a partner's page. */
export interface Blocker {
  readonly lists: readonly string[]
  blocks(url: string, type: RequestType, from: BlockedPage): boolean
  /** The classes, ids and tags of a page that would be hidden. */
  hides(markup: string, on: BlockedPage): string[]
}

const selectorsOf = (styles: string) =>
  styles
    .replace(/\{[^}]*\}/g, ',')
    .split(/,(?![^(]*\))/)
    .map((one) => one.trim())
    .filter(Boolean)

function hidden(engine: FiltersEngine, markup: string, on: BlockedPage): string[] {
  const document = new DOMParser().parseFromString(markup, 'text/html')
  const all = [...document.querySelectorAll('*')]
  const rules = {
    getBaseRules: true,
    getInjectionRules: false,
    getExtendedRules: false,
    getPureHasRules: false,
    getRulesFromDOM: true,
    getRulesFromHostname: true,
  }
  const classes = all.flatMap((node) => [...node.classList])
  const ids = all.flatMap((node) => (node.id ? [node.id] : []))
  const { styles } = engine.getCosmeticsFilters({ ...blockedPages[on], classes, ids, hrefs: [], ...rules })
  const matches = (selector: string) => {
    try {
      return [...document.querySelectorAll(selector)].map((node) => `${selector} hides ${node.outerHTML.slice(0, 120)}`)
    } catch {
      return [] // a selector that only the blocker understands
    }
  }
  return selectorsOf(styles).flatMap(matches)
}

/** The engine over the lists; undefined without lists. */
export function readBlocker(): Blocker | undefined {
  const lists = existsSync(folder) ? readdirSync(folder).filter((name) => /\.txt(\.gz)?$/.test(name)) : []
  if (lists.length === 0) return undefined
  const engine = FiltersEngine.parse(lists.map((name) => readList(join(folder, name))).join('\n'))
  return {
    lists,
    blocks: (url, type, from) => engine.match(Request.fromRawDetails({ url, type, sourceUrl: blockedPages[from].url })).match,
    hides: (markup, on) => hidden(engine, markup, on),
  }
}
