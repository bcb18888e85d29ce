import type { BrowserContext, Page } from 'playwright/test'

const policy = () =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types pl-html; frame-ancestors 'none'`

/** Pages with only the sign-in element, at its own addresses and under the platform's policy. */
export async function withSignInPages(context: BrowserContext) {
  await context.route(/\/login(\?|$)|\/door\/setup-account/, (route) => {
    const url = new URL(route.request().url())
    if (url.pathname.startsWith('/idp/')) return route.continue()
    const [, name] = /^\/([^/]+)\/(login|setup-account)$/.exec(url.pathname) ?? []
    const path = `${url.pathname.split('/').at(-1)}${url.search}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'Content-Security-Policy': policy() },
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sign in</title><script type="module" src="/placard.js"></script></head><body><main><h1>Placard</h1><ad-sign-in theme="auto"${name ? ` client-name="${name}"` : ''} path="${path}"></ad-sign-in></main></body></html>`,
    })
  })
}

export const signInElement = (page: Page) => page.locator('ad-sign-in')
export const signInButton = (page: Page) => signInElement(page).getByRole('button', { name: 'Sign in', exact: true })
