import { chromeLauncher } from '@web/test-runner-chrome'
import { chromiumArguments, findChromium } from '../support/chromium.mjs'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types pl-html"
const page = (body) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`

/** A page as strict as a careful partner's, and the platform's page for frames. */
const pages = {
  '/pages/strict': page(
    '<script src="/tests/elements/pages/violations.js"></script><script type="module" src="/dist/placard.js"></script><ad-report-chart client-id="1"></ad-report-chart>',
  ),
  '/embedded/clients/1/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["ORIGIN"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/clients/2/chart': page(
    '<script type="application/json" id="placard-page">{"allowed_origins":["https://partner.example"]}</script><script type="module" src="/dist/embedded.js"></script>',
  ),
  '/embedded/error': page('<script type="module" src="/dist/embedded.js"></script>'),
}

/** Answers for its health and for nothing else: what is asked of the platform itself belongs to the journeys. */
async function platform(context, next) {
  if (context.path === '/health') {
    context.body = { status: 'ok' }
    return
  }
  if (!pages[context.path]) return next()
  context.type = 'html'
  context.set('Content-Security-Policy', policy)
  context.body = pages[context.path].replace('ORIGIN', context.request.origin)
}

export default {
  rootDir: new URL('../..', import.meta.url).pathname,
  files: ['tests/elements/*.test.js'],
  nodeResolve: true,
  concurrency: 1,
  testFramework: { config: { timeout: 15_000 } },
  browsers: [chromeLauncher({ launchOptions: { executablePath: await findChromium(), args: chromiumArguments } })],
  middleware: [platform],
}
