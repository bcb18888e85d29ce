import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { ErrorHandler, MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import type { Log } from '../context/log.ts'

type Markup = ReturnType<typeof html>

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The built bundle's font. Without a bundle the CSS falls back to Arial. */
function fontFace() {
  const chunks = new URL('../../../dist/chunks/', import.meta.url)
  const file = existsSync(chunks) && readdirSync(chunks).find((name) => /^inter-.*\.woff2$/.test(name))
  return file
    ? `@font-face{font-family:"Placard Inter";src:url("/chunks/${file}") format("woff2");font-weight:100 900;font-display:swap}\n`
    : ''
}

/** Style sheet of pages without custom elements: the design tokens and home.css. */
export const plainPageCss = () => `${fontFace()}${read('../../../src/ui/theme/tokens.css')}\n${read('../../home/home.css')}`

const inline = plainPageCss()
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styles = hashOf(inline)

/**
 * Headers of a plain page. The CSP allows one inline style sheet, an optional inline script by hash, the given form targets, and no
 * framing.
 */
export const plainHeaders = (formTargets = "'none'", script?: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; ${script ? `script-src ${hashOf(script)}; ` : ''}style-src ${styles}; font-src 'self'; img-src 'self'; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
})

/** A page that needs no external files. */
export const plainPage = (title: string, body: Markup | Promise<Markup>): Promise<string> =>
  Promise.resolve(html`<!doctype html>
<html lang="en" data-theme="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Placard</title>
<style>${raw(inline)}</style></head>
<body><main class="card"><p class="mark">Placard</p>${body}</main></body></html>`).then(String)

/** Transforms the HTML of a page before it is sent. */
export type PageTransform = (page: string) => string

/** Middleware that applies a `PageTransform` to every HTML response. */
export const transformPages =
  (change?: PageTransform): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const isPage = context.res.headers.get('content-type')?.startsWith('text/html')
    if (change && isPage) context.res = new Response(change(await context.res.text()), context.res)
  }

/** Headers of plain-text answers. They forbid framing too. */
export const plainResponseHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
}

/** Logs an unexpected error; the answer does not contain it. */
export const logError =
  (log: Log): ErrorHandler =>
  (error, context) => {
    log('error', 'surprise', { message: error.message, stack: error.stack })
    return context.text('Something went wrong', 500, plainResponseHeaders)
  }
