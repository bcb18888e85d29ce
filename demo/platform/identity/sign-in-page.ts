import { html } from 'hono/html'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const tokens = readFileSync(new URL('../../../src/ui/tokens.css', import.meta.url), 'utf8')
const own = `
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ad-desk);color:var(--ad-text);font:var(--ad-weight) var(--ad-text-m)/var(--ad-lh-m) var(--ad-font)}
main{width:100%;max-width:var(--ad-modal-sm);padding:32px;background:var(--ad-sheet);border:1px solid var(--ad-line);border-radius:var(--ad-radius-xl)}
h1{margin:0 0 4px;font:var(--ad-weight-bold) var(--ad-text-l)/var(--ad-lh-l) var(--ad-font);letter-spacing:var(--ad-tracking-l)}
p{margin:0 0 24px;color:var(--ad-text-2)}
label{display:block;margin:0 0 4px;font-weight:var(--ad-weight-medium)}
input{width:100%;height:var(--ad-input-height);margin:0 0 16px;padding:0 8px;font:inherit;color:inherit;background:var(--ad-sheet);border:1px solid var(--ad-control);border-radius:var(--ad-radius-m)}
button{width:100%;height:var(--ad-button-height);margin-top:8px;font:inherit;font-weight:var(--ad-weight-medium);color:var(--ad-on-accent);background:var(--ad-accent);border:0;border-radius:var(--ad-radius-m);cursor:pointer}
button:hover{background:var(--ad-accent-hover)}
:focus-visible{outline:2px solid var(--ad-focus);outline-offset:2px}
.problem{margin:0 0 16px;padding:12px;color:var(--ad-bad-text);background:var(--ad-bad-soft);border-radius:var(--ad-radius-m)}
`
const style = `${tokens}${own}`
const hash = createHash('sha256').update(style).digest('base64')

/** The page's own rules: no script at all, this one style sheet, and never in a frame. */
export const signInHeaders = (formTargets: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})

const raw = (text: string) => Object.assign(new String(text), { isEscaped: true }) // hono's mark for markup that is ours

/** Where somebody says who they are; works without script. */
export const signInPage = (action: string, email = '', problem = '') => html`<!doctype html>
<html lang="en" data-theme="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sign in · Placard</title>
<style>${raw(style)}</style></head>
<body><main><h1>Sign in to Placard</h1><p>With the e-mail address your administrator knows.</p>
${problem ? html`<div class="problem" role="alert">${problem}</div>` : ''}
<form method="post" action="${action}"><label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" required autofocus value="${email}">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button></form></main></body></html>`
