import { chromeLauncher } from '@web/test-runner-chrome'
import { chromiumArguments, findChromium } from '../support/chromium.mjs'
import { declaredTags } from './declared-tags.mjs'

const mounts = Number(process.env.PLACARD_MOUNTS ?? 10)

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types pl-html"
const page = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`

/** A page as strict as a careful partner's, with a script of ours. */
const strictPage = ({ script }) =>
  page(`<script src="/tests/elements/pages/violations.js"></script><script type="module" src="${script}"></script>`)

/** The platform's pages for frames. */
const pages = {
  '/embedded/clients/1/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/clients/2/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["https://partner.example"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/clients/3/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/slow/dist/embedded.js"></script>',
  ),
  '/embedded/clients/1/chrat': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/clients/1/insertion-orders': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/error': page('<script type="module" src="/dist/embedded.js"></script>'),
}

/** Answers for its health, and leaves one token without an answer: what the platform says belongs to the journeys. */
async function platform(context, next) {
  if (context.path === '/health') {
    context.body = { status: 'ok' }
    return
  }
  if (context.path === '/tests/declared-tags.json') {
    context.body = { mounts, tags: declaredTags() }
    return
  }
  if (context.get('authorization') === 'Bearer never-answered') return new Promise((resolve) => context.req.on('close', resolve))
  const html = context.path === '/pages/strict' ? strictPage(context.query) : pages[context.path]
  if (!html && context.path !== '/pages/empty') return next()
  context.type = 'html'
  if (html) context.set('Content-Security-Policy', policy)
  context.body = (html ?? page('')).replace('ORIGIN', context.request.origin)
}

/** The same files with every chunk late. */
async function slowly(context, next) {
  if (!context.url.startsWith('/slow/')) return next()
  context.url = context.url.slice('/slow'.length)
  if (context.url.includes('/chunks/')) await new Promise((resolve) => setTimeout(resolve, 500))
  return next()
}

export default {
  rootDir: new URL('../..', import.meta.url).pathname,
  files: ['tests/elements/*.test.js'],
  nodeResolve: true,
  concurrency: 1,
  testsFinishTimeout: 600_000,
  testFramework: { config: { timeout: 15_000 } },
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: await findChromium(),
        args: [...chromiumArguments, '--js-flags=--expose-gc', '--enable-precise-memory-info'],
      },
    }),
  ],
  middleware: [slowly, platform],
}
