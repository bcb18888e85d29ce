import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { match } from '../../src/contract/addresses.ts'
import type { Database } from './database/open.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.md': 'text/markdown; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
}

interface Asset {
  readonly plain: Buffer
  readonly brotli: Buffer | undefined
  readonly tag: string
  readonly headers: Record<string, string>
}

/** The files of one folder, compressed once. What carries a hash in its name is kept for ever. */
export function filesOf(folder: string, isWatched = false) {
  const kept = new Map<string, Asset>()
  const read = (name: string): Asset | undefined => {
    const file = join(folder, normalize(`/${name}`))
    const type = types[extname(file)]
    if (!type || !existsSync(file)) return undefined
    const plain = readFileSync(file)
    const isText = /^text|json|svg/.test(type)
    return {
      plain,
      brotli:
        isText && plain.length > 300
          ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: isWatched ? 4 : 11 } })
          : undefined,
      tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      headers: {
        'Content-Type': type,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': /-[\w-]{8,}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
        'Access-Control-Allow-Origin': '*',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        Vary: 'Accept-Encoding',
      },
    }
  }
  return (request: Request, name: string): Response | undefined => {
    const asset = (isWatched ? undefined : kept.get(name)) ?? read(name)
    if (!asset) return undefined
    kept.set(name, asset)
    if (request.headers.get('if-none-match') === asset.tag)
      return new Response(null, { status: 304, headers: { ...asset.headers, ETag: asset.tag } })
    const isSmall = asset.brotli && /\bbr\b/.test(request.headers.get('accept-encoding') ?? '')
    const body = isSmall ? asset.brotli : asset.plain
    return new Response(new Uint8Array(body ?? asset.plain), {
      headers: { ...asset.headers, ETag: asset.tag, ...(isSmall && { 'Content-Encoding': 'br' }) },
    })
  }
}

export interface PageOptions {
  readonly database: Database
  readonly issuer: string
  readonly clientId: string
  readonly home: () => string
  readonly isWatched?: boolean
}

/** Strict: our own scripts, styles from script, the platform alone to talk to. */
const policy = (ancestors: string, issuer: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${new URL(issuer).origin}`,
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pl-html',
    `frame-ancestors ${ancestors}`,
  ].join('; ')

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`)

function htmlAnswer(body: string, { status = 200, ancestors = "'none'", issuer }: { status?: number; ancestors?: string; issuer: string }) {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Content-Security-Policy': policy(ancestors, issuer),
  }
  return new Response(body, { status, headers })
}

const shell = (title: string, body: string) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><link rel="stylesheet" href="/home.css"></head>${body}</html>`

/** Everything that is not in the contract: the bundle, the pages for frames, the start page. */
export function pagesOf({ database, issuer, clientId, home, isWatched }: PageOptions) {
  const bundle = filesOf(dist, isWatched)
  const styles = filesOf(fileURLToPath(new URL('../home/', import.meta.url)), isWatched)
  const originsOf = async (memberGroupId: number) =>
    (await database.kysely.selectFrom('allowed_origins').select('origin').where('member_group_id', '=', memberGroupId).execute()).map(
      ({ origin }) => origin,
    )

  const embedded = async (url: URL) => {
    const place = match(url.pathname + url.search)
    const memberGroupId = Number(place?.attributes['client-id'] ?? 0)
    const origins = memberGroupId ? await originsOf(memberGroupId) : []
    const page = { allowed_origins: origins, issuer, client_id: clientId }
    const data = JSON.stringify(page).replaceAll('<', String.raw`\u003c`)
    const body = `<body class="embedded"><script type="application/json" id="placard-page">${data}</script><script type="module" src="/embedded.js"></script></body>`
    return htmlAnswer(shell('Placard', body), {
      status: place ? 200 : 404,
      ancestors: origins.length > 0 ? `'self' ${origins.join(' ')}` : "'none'",
      issuer,
    })
  }

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return htmlAnswer(shell('Not here', '<body><main><h1>This page only answers to reading</h1></main></body>'), { status: 405, issuer })
    if (url.pathname === '/favicon.ico') return new Response(null, { status: 204, headers: { 'Cache-Control': 'public, max-age=86400' } })
    if (url.pathname === '/') return htmlAnswer(shell('Placard', home()), { issuer })
    if (url.pathname.startsWith('/embedded/') || url.pathname === '/signed-in') return embedded(url)
    const file = bundle(request, url.pathname.slice(1)) ?? styles(request, url.pathname.slice(1))
    return (
      file ??
      htmlAnswer(shell('Not found', '<body><main><h1>There is no such page</h1><p><a href="/">Go to the start</a></p></main></body>'), {
        status: 404,
        issuer,
      })
    )
  }
}
