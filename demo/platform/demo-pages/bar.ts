import { sandboxPath } from './sandbox.ts'
import { type Speed, speeds } from '../delivery/settings.ts'

export interface DemoSites {
  readonly origin: string
  /** Origin of the partner pages; an empty platform has none. */
  readonly other?: string | undefined
}

/** Navigation between the demonstration's pages. The console page contains only its tag and has no bar. */
export function demoBar({ origin, other }: DemoSites): string {
  const partners = other ? { Shop: `${other}/shop/`, Portal: `${other}/portal/`, Playground: `${other}/playground/` } : {}
  const pages = {
    Start: `${origin}/start`,
    Console: `${origin}/`,
    ...partners,
    Guide: `${origin}/guide`,
    Outbox: `${origin}/outbox`,
    Payments: `${origin}${sandboxPath}`,
  }
  const links = Object.entries(pages).map(([name, address]) => `<a href="${address}">${name}</a>`)
  return `<nav class="demo-bar" aria-label="Demonstration"><b>Demonstration</b>${links.join('')}</nav>`
}

const speedName = (speed: Speed) => `×${speed}`
/** Where the bar's form posts the delivery speed. */
export const speedPath = '/delivery-speed'

/** The demonstration runs on the machine of its visitor, so the time is in the machine's zone. */
const timeFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** Adds the demonstration's clock and its speed to the bar. Only for the platform's own pages, because other origins are refused. */
export function withSpeedForm(bar: string, current: Speed, now: Date): string {
  const buttons = speeds.map(
    (speed) => `<button name="minutes_per_minute" value="${speed}" aria-pressed="${speed === current}">${speedName(speed)}</button>`,
  )
  const clock = `<time datetime="${now.toISOString()}">${timeFormat.format(now)}</time>`
  const form = `<form method="post" action="${speedPath}" aria-label="Speed of the demonstration">${clock}${buttons.join('')}</form>`
  return bar.replace('</nav>', () => `${form}</nav>`)
}

/** Inserts the bar at the start of the body. */
export const withDemoBar = (page: string, bar: string) => (bar ? page.replace(/<body[^>]*>/, (body) => body + bar) : page)
