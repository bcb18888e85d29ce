import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'

/** Completes the path of a request, so that it can be parsed as a URL. */
export const placeholderOrigin = 'http://localhost'

export interface PartnerServerOptions {
  /** HTML of the navigation bar between the demo pages. */
  readonly bar?: string
  /** The platform's origin. */
  readonly platform: string
  /** Secrets by OAuth client id. They never leave this server. */
  readonly secrets: Readonly<Record<string, string>>
  /** All permissions of the demonstration's partners, separated by spaces. */
  readonly permissions: string
}

/** A user of a partner's site, as its server describes them when it requests a token. */
export interface Visitor {
  /** The OAuth client of the partner. */
  readonly oauthClientId: string
  readonly user: string
  /** Id of the client on Placard, a marketplace. */
  readonly placardClientId: number
  /** Ids separated by commas; all advertisers of the client when omitted. */
  readonly advertiserIds?: string
}

/**
 * Requests a token for this visitor, with permissions separated by spaces, and sends it as the response. The page receives the token,
 * never the secret.
 */
export async function sendPartnerToken(
  { platform, secrets }: PartnerServerOptions,
  response: ServerResponse,
  { oauthClientId, user, placardClientId, advertiserIds }: Visitor,
  permissions: string,
) {
  const reply = await fetch(`${platform}/idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${oauthClientId}:${secrets[oauthClientId]}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      user,
      client: String(placardClientId),
      permissions,
      ...(advertiserIds && { advertisers: advertiserIds }),
    }),
  })
  response.writeHead(reply.status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(await reply.text())
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

type Folder = 'shop' | 'portal' | 'playground' | 'inspector'

const withBar = (page: string, bar: string) =>
  page.replace('</head>', '  <link rel="stylesheet" href="/inspector/demo-bar.css">\n</head>').replace('<body>', `<body>\n  ${bar}`)

/** Serves a file. The content security policy allows only scripts of the partner and of the platform. */
export function serveFile({ platform, bar }: PartnerServerOptions, response: ServerResponse, folder: Folder, name: string) {
  if (name === '/favicon.ico') return response.writeHead(204).end()
  const file = new URL(`./${folder}/${name}`, import.meta.url)
  const type = types[extname(name)]
  if (!type || !/^[\w-]+\.\w+$/.test(name) || !existsSync(file))
    return response
      .writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': "frame-ancestors 'none'" })
      .end('Page not found.')
  const policy = `default-src 'none'; script-src 'self' ${platform}; style-src 'self'; connect-src 'self' ${platform}; frame-src 'self' ${platform}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types pl-html`
  response.writeHead(200, {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy,
  })
  const text = readFileSync(file, 'utf8').replaceAll('https://console.example', platform)
  return response.end(name.endsWith('.html') && bar ? withBar(text, bar) : text)
}
