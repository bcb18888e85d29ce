import { html, raw } from 'hono/html'
import { plainPage } from '../http/plain-page.ts'
import type { LinkPurpose } from './account-links.ts'

export interface PasswordPage {
  readonly purpose: LinkPurpose
  readonly token: string
  readonly email: string
  readonly problem?: string
  /** The user chose a password at sign-up and enters it again to confirm. */
  readonly isConfirming?: boolean
}

const titles: Readonly<Record<LinkPurpose, string>> = { setup: 'Set up your account', reset: 'Choose a new password' }
const alert = (problem: string) => (problem ? html`<div class="problem" id="problem" role="alert">${problem}</div>` : '')
const wrong = (problem: string, more = '') =>
  raw(` aria-describedby="${problem ? 'problem' : ''}${more && ` ${more}`}"${problem ? ' aria-invalid="true"' : ''}`)

/** Confirms an email address: the user enters the password from sign-up. */
const confirmingPage = ({ token, email, problem = '' }: PasswordPage) =>
  plainPage(
    problem ? 'Error: Confirm your account' : 'Confirm your account',
    html`<h1>Confirm your account</h1><p id="rule">Enter the password that you chose when you signed up.</p>
${alert(problem)}
<form method="post"><input type="hidden" name="token" value="${token}">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username" readonly value="${email}">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required autofocus${wrong(problem, 'rule')}>
<button>Confirm</button></form>
<p>Don’t know it, or wasn’t it you? <a href="/idp/forgot-password">Choose another password</a></p>`,
  )

/** The form that sets a password. It works without script and never sends typed passwords back. */
export function passwordPage(page: PasswordPage): Promise<string> {
  if (page.isConfirming) return confirmingPage(page)
  const { purpose, token, email, problem = '' } = page
  const title = titles[purpose]
  return plainPage(
    problem ? `Error: ${title}` : title,
    html`<h1>${title}</h1><p id="rule">Use at least 8 characters with a lowercase letter, an uppercase letter, a digit and a special character.</p>
${alert(problem)}
<form method="post"><input type="hidden" name="token" value="${token}">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username" readonly value="${email}">
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="new-password" required autofocus${wrong(problem, 'rule')}>
<label for="again">Repeat password</label><input id="again" name="again" type="password" autocomplete="new-password" required${wrong(problem)}>
<button>Save password</button></form>`,
  )
}

/** The form that requests a new password. */
export const forgottenPage = (email = '', problem = '') =>
  plainPage(
    problem ? 'Error: Forgot your password' : 'Forgot your password',
    html`<h1>Forgot your password?</h1><p>Enter your email address. We’ll send you a link to choose a new password.</p>
${alert(problem)}
<form method="post"><label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required autofocus value="${email}"${wrong(problem)}>
<button>Send reset link</button></form>`,
  )
