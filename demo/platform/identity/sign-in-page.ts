import { html, raw } from 'hono/html'
import { plainPage } from '../http/plain-page.ts'

export interface SignInPage {
  /** Where the form goes. */
  readonly action: string
  readonly email?: string
  readonly problem?: string
}

/** Where somebody says who they are; works without script. After a problem the eye and the cursor are at what to mend. */
export function signInPage({ action, email = '', problem = '' }: SignInPage): Promise<string> {
  const focus = (isHere: boolean) => (isHere ? raw(' autofocus') : '')
  const wrong = problem ? raw(' aria-describedby="problem" aria-invalid="true"') : ''
  return plainPage(
    problem ? 'Sign in, not done yet' : 'Sign in',
    html`<h1>Sign in</h1><p>With the e-mail address your administrator knows.</p>
${problem ? html`<div class="problem" id="problem" role="alert">${problem}</div>` : ''}
<form method="post" action="${action}">
<label for="email">E-mail</label><input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${email}"${wrong}${focus(!email)}>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${wrong}${focus(Boolean(email))}>
<button>Sign in</button></form>
<p><a href="/idp/forgot-password">Forgot your password?</a></p>`,
  )
}

/** What says that something about signing in cannot go on, and what to do. */
export const notePage = (title: string, text: string) =>
  plainPage(title, html`<h1>${title}</h1><p>${text}</p><p><a href="/">Go to the start</a></p>`)

/** Asks before it signs somebody out; the form is the provider's own. */
export const signOutPage = (form: string) =>
  plainPage(
    'Sign out',
    html`<h1>Sign out of Placard?</h1><p>What is not saved yet is lost.</p>
${raw(form)}<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button><button class="quiet" form="op.logoutForm">Stay signed in</button>`,
  )

/** Sends the form by itself; without script the button does. */
export const leavingScript = "document.getElementById('op.logoutForm').submit()"

/** Signs somebody out who has said so already, where they were signed in; the form is the provider's own. */
export const leavingPage = (form: string) =>
  plainPage(
    'Signing out',
    html`<h1>Signing you out</h1><p>Press the button if nothing happens.</p>
${raw(form)}<input form="op.logoutForm" type="hidden" name="logout" value="yes"><button form="op.logoutForm">Sign out</button>
<script>${raw(leavingScript)}</script>`,
  )
