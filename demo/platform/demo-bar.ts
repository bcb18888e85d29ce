import type { MiddlewareHandler } from 'hono'

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

/** A page with the bar before everything else. */
export const barred = (page: string, bar: string) => (bar ? page.replace(/<body[^>]*>/, (body) => body + bar) : page)

/** Every page of such an application with the bar of the demonstration. */
export const withBar =
  (bar = ''): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const isPage = context.res.headers.get('content-type')?.startsWith('text/html')
    if (bar && isPage) context.res = new Response(barred(await context.res.text(), bar), context.res)
  }
