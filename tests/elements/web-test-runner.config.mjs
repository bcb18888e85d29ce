import { existsSync } from 'node:fs'
import { playwrightLauncher } from '@web/test-runner-playwright'
import { transform } from 'esbuild'
import { tsImport } from 'tsx/esm/api'
import { chromiumArguments, findChromium } from '../support/browser/chromium.mjs'
import { chartReply } from '../support/elements/chart-replies.mjs'
import { declaredTags } from './declared-tags.mjs'

const { personPlugin } = await tsImport('../support/elements/person-server.ts', import.meta.url)
const { draftReply } = await tsImport('../support/elements/draft-replies.ts', import.meta.url)
const executablePath = await findChromium()

const mountCount = Number(process.env.PLACARD_MOUNTS ?? 10)

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types pl-html"
const page = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`

/** A page with a strict policy, with a script of ours. */
const strictPage = ({ script }) =>
  page(`<script src="/tests/elements/pages/violations.js"></script><script type="module" src="${script}"></script>`)

/** A page whose own module runs after the element's code and sets getToken then. */
const latePage = page(
  '<script src="/tests/elements/pages/hear-errors.js"></script><script type="module" src="/dist/ad-report-chart.js"></script><ad-report-chart client-id="1"></ad-report-chart><script type="module" src="/late/tests/elements/pages/late-token.js"></script>',
)

/** The platform's pages for frames. */
const pages = {
  '/pages/late-token': latePage,
  '/embedded/clients/1/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/clients/2/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["https://partner.example"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/clients/3/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/slow/dist/embedded.js"></script>',
  ),
  '/embedded/clients/4/chart': page(
    '<link rel="stylesheet" href="/demo/home/embedded.css"><script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/clients/5/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"],"environment":"uat"}</script><script type="module" src="/slow/dist/embedded.js"></script>',
  ),
  '/embedded/clients/1/chrat': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/clients/1/reservations': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/pages/pay': page('<script type="module" src="/tests/elements/pages/pay.js"></script>'),
  '/embedded/error': page('<script type="module" src="/dist/embedded.js"></script>'),
}

async function jsonOf(request) {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text)
}

/** Answers health checks, and the requests of some tokens with a chart or drafts; never answers another. The journeys test real responses. */
async function platform(context, next) {
  if (context.path === '/health') {
    context.body = { status: 'ok' }
    return
  }
  if (context.path === '/tests/declared-tags.json') {
    context.body = { mountCount, tags: declaredTags() }
    return
  }
  if (context.get('authorization') === 'Bearer never-answered') return new Promise((resolve) => context.req.on('close', resolve))
  if (context.get('authorization') === 'Bearer of-a-chart' && context.path.startsWith('/v2/report/')) {
    context.body = chartReply(context.path, await jsonOf(context.req))
    return
  }
  const [, drafts] = /^Bearer drafts-(\w+)$/.exec(context.get('authorization')) ?? []
  const reply = drafts && draftReply(context.path, drafts)
  if (reply) {
    context.status = reply.status === 'error' ? 403 : 200
    context.body = reply
    return
  }
  const html = context.path === '/pages/strict' ? strictPage(context.query) : pages[context.path]
  if (!html && context.path !== '/pages/empty') return next()
  context.type = 'html'
  if (html) context.set('Content-Security-Policy', policy)
  context.body = (html ?? page('')).replace('ORIGIN', context.request.origin)
}

/** Serves the same files with delayed chunks, or delayed themselves. */
async function slowly(context, next) {
  if (context.url.startsWith('/late/')) {
    context.url = context.url.slice('/late'.length)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return next()
  }
  if (!context.url.startsWith('/slow/')) return next()
  context.url = context.url.slice('/slow'.length)
  if (context.url.includes('/chunks/')) await new Promise((resolve) => setTimeout(resolve, 500))
  return next()
}

/** Files that take long, the longest first. They start first, so that at the end no page is left alone with one. */
const slowFiles = [
  'every-tag',
  'tables',
  'looks',
  'ad-insertion-orders-order',
  'ad-insertion-orders',
  'ad-funds-pay',
  'choosing',
  'faulty-tags',
  'testing-kit',
  'fields',
  'overlays',
]
const missingFiles = slowFiles.filter((name) => !existsSync(new URL(`${name}.test.ts`, import.meta.url)))
if (missingFiles.length > 0) throw new Error(`The list of slow files names files that do not exist: ${missingFiles.join(', ')}`)

/** Serves the TypeScript files of the tests as scripts. */
const typescript = {
  name: 'typescript',
  resolveMimeType: ({ path }) => (path.endsWith('.ts') ? 'js' : undefined),
  async transform({ path, body }) {
    if (!path.endsWith('.ts')) return
    const { code } = await transform(String(body), { loader: 'ts', target: 'es2022', sourcefile: path, sourcemap: 'inline' })
    return { body: code }
  },
}

/** A context with reduced motion and clipboard permissions. */
async function createBrowserContext({ browser }) {
  const context = await browser.newContext({ reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] })
  // An action must time out before its test does, so that its error is reported.
  context.setDefaultTimeout(10_000)
  return context
}

export default {
  rootDir: new URL('../..', import.meta.url).pathname,
  files: [...slowFiles.map((name) => `tests/elements/${name}.test.ts`), 'tests/elements/*.test.ts'],
  nodeResolve: true,
  // More than the two cores, because many tests wait for a timer.
  concurrency: 3,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 60_000 } },
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: {
        ...(executablePath && { executablePath }),
        args: [...chromiumArguments, '--js-flags=--expose-gc', '--enable-precise-memory-info'],
      },
      createBrowserContext,
    }),
  ],
  plugins: [typescript, personPlugin()],
  middleware: [slowly, platform],
}
