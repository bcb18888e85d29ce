import { html, raw } from 'hono/html'
import { plainPage } from '../http/plain-page.ts'

export interface SignInPage {
  /** The form's target. */
  readonly action: string
  readonly email?: string
  readonly problem?: string
}

/** The sign-in form. It works without script and focuses the field to correct. */
export function signInPage({ action, email = '', problem = '' }: SignInPage): Promise<string> {
  const focus = (isHere: boolean) => (isHere ? raw(' autofocus') : '')
  const wrong = problem ? raw(' aria-describedby="problem" aria-invalid="true"') : ''
  return plainPage(
    problem ? 'Error: Sign in' : 'Sign in',
    html`<h1>Sign in</h1><p>Use your work email.</p>
${problem ? html`<div class="problem" id="problem" role="alert">${problem}</div>` : ''}
<form method="post" action="${action}">
<label for="email">Email</label><input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${wrong}${focus(!email)}>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${wrong}${focus(Boolean(email))}>
<button>Sign in</button></form>
<p><a href="/idp/forgot-password">Forgot your password?</a></p>`,
  )
}

/** A page with a title, a message and a link to the start. */
export const messagePage = (title: string, text: string) =>
  plainPage(title, html`<h1>${title}</h1><p>${text}</p><p><a href="/">Go to the start</a></p>`)

/** ReportCalls for confirmation before sign-out. `form` comes from the provider. */
export const signOutPage = (form: string) =>
  plainPage(
    'Sign out',
    html`<h1>Sign out of Placard?</h1><p>Unsaved changes will be lost.</p>
${raw(form)}<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button><button class="quiet" form="op.logoutForm">Stay signed in</button>`,
  )

/** Submits the sign-out form; without script, the user presses the button. */
export const autoSubmitScript = "document.getElementById('op.logoutForm').submit()"

/** Signs out without a second confirmation, for users who signed out in the console. `form` comes from the provider. */
export const autoSignOutPage = (form: string) =>
  plainPage(
    'Signing out',
    html`<h1>Signing you out</h1><p>If nothing happens, press the button.</p>
${raw(form)}<input form="op.logoutForm" type="hidden" name="logout" value="yes"><button form="op.logoutForm">Sign out</button>
<script>${raw(autoSubmitScript)}</script>`,
  )
