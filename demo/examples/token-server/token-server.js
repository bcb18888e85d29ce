import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const { PLACARD = 'https://console.example', PLACARD_ID, PLACARD_SECRET, PAGES = 'pages', PORT = '8080' } = process.env
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const visitors = new Map()

/** Replace this with your own sign-in. It creates a session and links it to the signed-in user. */
function signIn(response) {
  const session = randomUUID()
  visitors.set(session, { user: 'ailsa@fernhill.example', advertisers: '1' })
  response.setHeader('Set-Cookie', `session=${session}; HttpOnly; SameSite=Strict; Path=/`)
}

const visitorOf = ({ headers }) => visitors.get(/(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? '')?.[1])

/** Requests a token for this visitor only. The client secret is sent to the platform and must never reach the page. */
async function tokenFor({ user, advertisers }) {
  const answer = await fetch(`${PLACARD}/idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${encodeURIComponent(PLACARD_ID)}:${encodeURIComponent(PLACARD_SECRET)}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', user, client: '1', advertisers, permissions: 'reports.read' }),
    signal: AbortSignal.timeout(5000),
  })
  if (!answer.ok) throw new Error(`No token: ${answer.status} ${await answer.text()}`)
  const { access_token, expires_at } = await answer.json()
  return { access_token, expires_at }
}

/** Sends the response status only after the token request, so that the page never reads an error body as a token. */
async function tokenAnswer(visitor) {
  if (!visitor) return [401, { error: 'Sign in first' }]
  try {
    return [200, await tokenFor(visitor)]
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return [502, { error: 'The platform gave no token. Try again in a moment.' }]
  }
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://here')
  if (pathname === '/token') {
    const [status, body] = await tokenAnswer(visitorOf(request))
    return response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
  }
  const page = await readFile(join(PAGES, pathname.endsWith('/') ? `${pathname}index.html` : pathname))
  if (/(\/|\.html)$/.test(pathname)) signIn(response)
  return response.setHeader('Content-Type', types[extname(pathname)] ?? 'text/html').end(page)
}

createServer((request, response) =>
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.message}\n`)
    if (!response.headersSent) response.statusCode = error.code === 'ENOENT' ? 404 : 500
    response.end()
  }),
).listen(Number(PORT), () => process.stdout.write(`http://localhost:${PORT}\n`))
