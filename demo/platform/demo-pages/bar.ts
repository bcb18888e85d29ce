import { type Speed, speeds } from '../delivery/settings.ts'

export interface DemoSites {
  readonly origin: string
  /** Where the partners' pages are; there are none of an empty platform. */
  readonly other?: string | undefined
}

/** What leads from one page of a demonstration to the others, its outbox among them. The console's own page is the tag alone and has none. */
export function demoBar({ origin, other }: DemoSites): string {
  const partners = other ? { Shop: `${other}/shop/`, Portal: `${other}/portal/`, Playground: `${other}/playground/` } : {}
  const places = { Start: `${origin}/start`, Console: `${origin}/`, ...partners, Outbox: `${origin}/outbox` }
  const links = Object.entries(places).map(([name, address]) => `<a href="${address}">${name}</a>`)
  return `<nav class="demo-bar" aria-label="Demonstration"><b>Demonstration</b>${links.join('')}</nav>`
}

const speedNames: Readonly<Record<Speed, string>> = { 1: 'as time goes by', 60: 'an hour a minute', 1440: 'a day a minute' }
/** Where a demonstration is told how fast to deliver. */
export const speedAddress = '/delivery-speed'

/** The bar with how fast it is delivered, and what else there is; only for pages of the platform itself, which alone may ask. */
export function withSpeed(bar: string, current: Speed): string {
  const buttons = speeds.map(
    (speed) => `<button name="minutes_per_minute" value="${speed}" aria-pressed="${speed === current}">${speedNames[speed]}</button>`,
  )
  const form = `<form method="post" action="${speedAddress}"><span>Delivery:</span>${buttons.join('')}</form>`
  return bar.replace('</nav>', () => `${form}</nav>`)
}

/** A page with the bar before everything else. */
export const barred = (page: string, bar: string) => (bar ? page.replace(/<body[^>]*>/, (body) => body + bar) : page)
